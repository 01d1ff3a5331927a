"""Judges the claims of certificates by plain computation, without a look at their proofs.

Reads certificates from standard input, one after another, and prints those whose claim is false. It shares nothing with
Winways: values are found by the definition, from all options. Values up to four times the claimed end of the first period
are compared. For octal games that is a proof (Guy and Smith) and for subtraction games too (two equal windows). Games on pairs
of a heap and a memory have a line of columns; their rows are compared.
"""

import re
import sys


def moves_of(game):
    """The digits of a game's code, and whether two heaps that are left must differ."""
    if match := re.fullmatch(r"octal\((\d)\.(\d*)\)", game):
        return [int(digit) for digit in match[1] + match[2]], False
    if match := re.fullmatch(r"subtract\{([\d,]+)\}", game):
        taken = {int(number) for number in match[1].split(",")}
        return [3 if number in taken else 0 for number in range(max(taken) + 1)], False
    if match := re.fullmatch(r"unequal-(\d)(\d*)", game):
        return [int(digit) for digit in match[1] + match[2]], True
    raise ValueError(f"an unknown game: {game}")


def values_of(game, count):
    """The nim-values of heaps 0 to count - 1, each in a byte."""
    digits, unequal = moves_of(game)
    values = bytearray()
    for heap in range(count):
        options = set()
        for taken, digit in enumerate(digits[: heap + 1]):
            rest = heap - taken
            if digit & 1 and rest == 0 and taken > 0:
                options.add(0)
            if digit & 2 and rest > 0 and taken > 0:
                options.add(values[rest])
            most = (rest - 1) // 2 if unequal else rest // 2
            if digit & 4 and most > 0:
                # All nim-sums of two heaps at once: the values of the lesser ones, and of the greater ones backwards.
                less = int.from_bytes(values[1 : most + 1], "little")
                greater = int.from_bytes(values[rest - most : rest], "big")
                options.update((less ^ greater).to_bytes(most, "little"))
        values.append(next(value for value in range(256) if value not in options))
    return values


def pair_options(game, n, m):
    """The options of a heap and a memory, each a list of such pairs."""
    if game == "pairs-repeats":
        return [[(n - k, k)] for k in (1, 2, 3) if k != m and k <= n]
    if game == "pairs-next":
        return [[(n - k, k)] for k in range(1, 5) if k <= m + 1 and k <= n]
    if game == "pairs-thirds":
        passes = [[(n, m - 1)]] if m > 0 and n % 3 == 0 else []
        return [[(n - k, k)] for k in (1, 3, 4) if k != m and k <= n] + passes
    if game == "pairs-splits":
        return [[(n - k, k), (2, m)] for k in (1, 2) if n >= 4] + ([[(n - 1, 0)]] if n >= 1 and m > 0 else [])
    raise ValueError(f"an unknown game: {game}")


def rows_of(game, columns, count):
    """Rows 0 to count - 1 of the values of all memories of the columns. In a row a lesser memory comes first."""
    values = {}
    for heap in range(count):
        for memory in sorted(columns):
            options = set()
            for option in pair_options(game, heap, memory):
                total = 0
                for pair in option:
                    total ^= values[pair]
                options.add(total)
            values[heap, memory] = next(value for value in range(256) if value not in options)
    return [tuple(values[heap, memory] for memory in columns) for heap in range(count)]


def has_period(values, preperiod, period):
    return values[preperiod : len(values) - period] == values[preperiod + period :]


def is_true(game, preperiod, period, columns):
    """Returns whether the values have this period from there on, and no lesser one, and from no earlier heap on."""
    if columns is None:
        values = values_of(game, 4 * (preperiod + period) + 4 * len(moves_of(game)[0]) + 100)
    else:
        values = rows_of(game, columns, 4 * (preperiod + period) + 200)
    return (
        has_period(values, preperiod, period)
        and (preperiod == 0 or values[preperiod - 1] != values[preperiod - 1 + period])
        and not any(has_period(values, preperiod, less) for less in range(1, period) if period % less == 0)
    )


def main():
    for certificate in sys.stdin.read().split("end\n"):
        fields = dict(line.split(" ", 1) for line in certificate.splitlines() if " " in line)
        if not fields:
            continue
        columns = [int(memory) for memory in fields["columns"].split()] if "columns" in fields else None
        if not is_true(fields["game"], int(fields["preperiod"]), int(fields["period"]), columns):
            print(f"false: {fields['game']} has no period {fields['period']} from {fields['preperiod']}")


main()
