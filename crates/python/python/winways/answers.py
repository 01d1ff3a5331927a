"""Types of answers, for type checkers: the dictionaries of ``to_dict``, ``games``, ``game_page``, ``verify`` and ``request``.

At run time Python 3.10 and 3.11 need the package ``typing_extensions`` for this module. The script ``answers`` writes it.
"""


from __future__ import annotations

import sys
from typing import Any, Literal

if sys.version_info >= (3, 12):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict


class Assumption(TypedDict):
    """An unproved pattern."""

    checked_to: int
    statement: str


class Automaton(TypedDict):
    """An automaton that reads binary digits, least significant first, starting in state 0."""

    next: list[list[int]]
    outputs: list[int]


class Breakpoint(TypedDict):
    """A breakpoint of a wall. The first breakpoint is at temperature -1, and the wall is vertical above the last one."""

    temperature: str
    value: str


Cell1 = TypedDict(
    "Cell1",
    {
        "is": Literal["free"],
    },
)


Cell2 = TypedDict(
    "Cell2",
    {
        "is": Literal["gone"],
    },
)


Cell3 = TypedDict(
    "Cell3",
    {
        "is": Literal["block"],
    },
)


Cell4 = TypedDict(
    "Cell4",
    {
        "is": Literal["reserved"],
        "player": Literal["left", "right", "either"],
    },
)


Cell5 = TypedDict(
    "Cell5",
    {
        "is": Literal["coloured"],
        "player": Literal["left", "right", "either"],
    },
)


Cell6 = TypedDict(
    "Cell6",
    {
        "is": Literal["domino"],
        "other_half": Literal["up", "down", "left", "right"],
    },
)


Cell7 = TypedDict(
    "Cell7",
    {
        "figurine": NotRequired[str | None],
        "is": Literal["piece"],
        "player": Literal["left", "right", "either"],
        "sign": str,
    },
)


Cell8 = TypedDict(
    "Cell8",
    {
        "heads": bool,
        "is": Literal["coin"],
    },
)


class Claim(TypedDict):
    name: str
    statement: str


class Conjecture(TypedDict):
    """A pattern in the values of a table as JSON, with its status."""

    automaton: NotRequired[Automaton | None]
    checked_to: int
    reason: str | None
    statement: str
    status: str


class Count(TypedDict):
    """The numbers of positions by their value for the player to move."""

    drawn: int
    lost: int
    lost_by: list[int]
    positions: int
    won: int
    won_by: list[int]


class Database(TypedDict):
    """The information about a table, as JSON."""

    board: str
    bytes: int
    complete: bool
    directory: str
    drawn: int
    farthest: str | None
    files: int
    game: str
    layers: list[int]
    lost: list[int]
    play: Literal["normal", "misere"]
    points: int | None
    positions: int
    ranks: int
    records: Literal["values", "points", "outcomes"]
    remoteness: int | None
    round: int | None
    shards: int
    solved_layers: int
    won: list[int]


Edge = TypedDict(
    "Edge",
    {
        "directed": bool,
        "from": int,
        "player": Literal["left", "right", "either"],
        "to": int,
    },
)


class Example(TypedDict):
    """An example: a game, with its parameter if it belongs to a family, and a position."""

    game: str
    position: str


class Figure5(TypedDict):
    first: int
    kind: Literal["staircase"]
    steps: list[int]


class Figure6(TypedDict):
    between: str
    captions: list[str]
    kind: Literal["digits"]
    signs: list[str]


class Finding(TypedDict):
    about: str
    text: str


class Follower1(TypedDict):
    """A follower of a canonical form. Its options are indices into the list of followers."""

    nimber: int
    number: str
    ups: int


class Follower2(TypedDict):
    """A follower of a canonical form. Its options are indices into the list of followers."""

    left: list[int]
    right: list[int]


class Function(TypedDict):
    """A function of the calculator as JSON."""

    about: str
    answer: str
    call: str
    example: str
    name: str


class Heap(TypedDict):
    label: str
    tokens: int


class Judged(TypedDict):
    """An exercise as JSON, with the judgement of an answer to it."""

    answer: str
    expected: str | None
    explanation: list[str]
    game: str
    hints: list[str]
    judgement: Literal["right", "wrong", "not understood"] | None
    number: int
    position: str
    question: str
    to_move: str
    topic: str


class Layer(TypedDict):
    """The numbers of positions by their value for the player to move."""

    drawn: int
    layer: int
    lost: int
    lost_by: list[int]
    positions: int
    won: int
    won_by: list[int]


class Letter(TypedDict):
    content: Cell1 | Cell2 | Cell3 | Cell4 | Cell5 | Cell6 | Cell7 | Cell8
    letter: str
    name: str


class LineJson2(TypedDict):
    dashes: NotRequired[list[int]]
    role: str
    round: bool
    width: float


LineMove = TypedDict(
    "LineMove",
    {
        "from": str,
        "outcome": Literal["win", "loss", "draw"],
        "player": Literal["left", "right", "either"],
        "remoteness": int | None,
        "text": str,
        "to": str,
    },
)


class ListedPosition(TypedDict):
    outcome: Literal["N", "P", "L", "R", "D"]
    points: int | None
    position: str
    rank: int
    remoteness: int | None


class Method(TypedDict):
    kind: str
    name: str
    nodes: int


Move = TypedDict(
    "Move",
    {
        "from": str,
        "player": Literal["left", "right", "either"],
        "remoteness": NotRequired[int | None],
        "text": str,
        "to": str,
    },
)


NamedCell1 = TypedDict(
    "NamedCell1",
    {
        "name": str,
        "is": Literal["free"],
    },
)


NamedCell2 = TypedDict(
    "NamedCell2",
    {
        "name": str,
        "is": Literal["gone"],
    },
)


NamedCell3 = TypedDict(
    "NamedCell3",
    {
        "name": str,
        "is": Literal["block"],
    },
)


NamedCell4 = TypedDict(
    "NamedCell4",
    {
        "name": str,
        "is": Literal["reserved"],
        "player": Literal["left", "right", "either"],
    },
)


NamedCell5 = TypedDict(
    "NamedCell5",
    {
        "name": str,
        "is": Literal["coloured"],
        "player": Literal["left", "right", "either"],
    },
)


NamedCell6 = TypedDict(
    "NamedCell6",
    {
        "name": str,
        "is": Literal["domino"],
        "other_half": Literal["up", "down", "left", "right"],
    },
)


NamedCell7 = TypedDict(
    "NamedCell7",
    {
        "name": str,
        "figurine": NotRequired[str | None],
        "is": Literal["piece"],
        "player": Literal["left", "right", "either"],
        "sign": str,
    },
)


NamedCell8 = TypedDict(
    "NamedCell8",
    {
        "name": str,
        "heads": bool,
        "is": Literal["coin"],
    },
)


class Part1(TypedDict):
    fill: NotRequired[str | None]
    line: NotRequired[LineJson2 | None]
    path: str


class Part2(TypedDict):
    anchor: str
    at: list[float]
    covers: bool
    ink: str
    size: float
    text: str


class Picture(TypedDict):
    """A picture as JSON. The content is text, or base64 if the format is binary."""

    base64: str | None
    format: Literal["svg", "tikz", "png", "text"]
    media_type: str
    text: str | None


class PlayerOutcomes(TypedDict):
    """The result of a move for each player; `null` for a player who may not make the move."""

    left: Literal["win", "loss", "draw"] | None
    right: Literal["win", "loss", "draw"] | None


class Progress(TypedDict):
    """The progress of long work, as JSON. Unknown numbers are 0, and unknown answers are `null`."""

    bytes: int
    layer: int
    needed: int
    outcome: str | None
    positions: int
    total: int
    winning_move: str | None


class Puzzle(TypedDict):
    """A puzzle as JSON. The winning move is `null` unless an answer was judged or the solution was requested."""

    date: str | None
    depth: int
    expected: str | None
    explanation: list[str]
    game: str
    hints: list[str]
    judgement: Literal["right", "wrong", "not understood"] | None
    missed_rating: NotRequired[int | None]
    moves: int
    play: Literal["normal", "misere"]
    position: str
    question: str
    rating: int
    refutation: str | None
    title: str
    to_move: Literal["left", "right", "either"]
    winning_move: str | None


class Quotient(TypedDict):
    """A misère quotient: a finite commutative monoid with its P-positions."""

    elements: list[str]
    generators: list[int]
    graph: list[list[int]]
    growth: list[tuple[int, int]]
    kernel: list[int]
    order: int
    p_positions: list[int]
    p_size: int
    phi: list[int]
    presentation: str
    verified_to: int


ReplyMove = TypedDict(
    "ReplyMove",
    {
        "from": str,
        "text": str,
        "to": str,
    },
)


class RowPeriod(TypedDict):
    """A proved period of rows."""

    columns: list[int]
    heap: str
    period: int
    preperiod: int
    statement: str
    status: str
    theorem: str


class RuleGame(TypedDict):
    name: str
    notation: str
    play: Literal["normal", "misere"]
    rules: str
    sources: list[str]
    start: str | None
    title: str


class Size(TypedDict):
    """A number in the parameter of a game that determines its board."""

    larger: str | None
    name: str
    smaller: str | None
    value: int


class Span(TypedDict):
    """A span of a text: its bytes and characters, counted from 0, with an exclusive end; and its line and column, counted from 1."""

    bytes: list[int]
    characters: list[int]
    column: int
    line: int


class Task(TypedDict):
    task: str


class Theorem(TypedDict):
    name: str
    play: Literal["normal", "misere"]
    statement: str


class Thermograph(TypedDict):
    """A thermograph as JSON."""

    expression: str
    left: list[Breakpoint]
    mean: str
    picture: Picture
    right: list[Breakpoint]
    temperature: str
    value: str | None


class Token(TypedDict):
    """The area of a token in a heap."""

    corner: list[float]
    rest: int
    size: list[float]


class UnreadTable(TypedDict):
    """The error for a table that cannot be read, as JSON."""

    directory: str | None
    error: str


class Verification(TypedDict):
    """The result of comparing a theorem with an exhaustive search, as JSON."""

    cases: int
    complete: bool
    counterexample: str | None
    holds: bool | None
    name: str
    range: str
    statement: str
    stopped: str | None


Vertex1 = TypedDict(
    "Vertex1",
    {
        "name": str,
        "place": tuple[int, int] | None,
        "is": Literal["free"],
    },
)


Vertex2 = TypedDict(
    "Vertex2",
    {
        "name": str,
        "place": tuple[int, int] | None,
        "is": Literal["gone"],
    },
)


Vertex3 = TypedDict(
    "Vertex3",
    {
        "name": str,
        "place": tuple[int, int] | None,
        "is": Literal["block"],
    },
)


Vertex4 = TypedDict(
    "Vertex4",
    {
        "name": str,
        "place": tuple[int, int] | None,
        "is": Literal["reserved"],
        "player": Literal["left", "right", "either"],
    },
)


Vertex5 = TypedDict(
    "Vertex5",
    {
        "name": str,
        "place": tuple[int, int] | None,
        "is": Literal["coloured"],
        "player": Literal["left", "right", "either"],
    },
)


Vertex6 = TypedDict(
    "Vertex6",
    {
        "name": str,
        "place": tuple[int, int] | None,
        "is": Literal["domino"],
        "other_half": Literal["up", "down", "left", "right"],
    },
)


Vertex7 = TypedDict(
    "Vertex7",
    {
        "name": str,
        "place": tuple[int, int] | None,
        "figurine": NotRequired[str | None],
        "is": Literal["piece"],
        "player": Literal["left", "right", "either"],
        "sign": str,
    },
)


Vertex8 = TypedDict(
    "Vertex8",
    {
        "name": str,
        "place": tuple[int, int] | None,
        "heads": bool,
        "is": Literal["coin"],
    },
)


class Alphabet(TypedDict):
    """The letters that cells and vertices can have in the text of a position."""

    letters: list[Letter]
    places: list[int] | None
    resizable: bool
    text: str


class Analysis(TypedDict):
    """The answer for a position."""

    assumptions: NotRequired[list[Assumption]]
    canonical_moves: list[Move]
    complete: bool
    explanation: list[str]
    game: str
    in_words: str | None
    mean: str | None
    method: Method
    move_count: int | None
    moves: list[Move]
    offside: NotRequired[str | None]
    onside: NotRequired[str | None]
    outcome: Literal["N", "P", "L", "R", "D"] | None
    play: Literal["normal", "misere"]
    position: str
    rank: NotRequired[int | None]
    remoteness: int | None
    stopped: str | None
    temperature: str | None
    value: str | None
    value_kind: str | None


class Answer(TypedDict):
    """The value of an expression as JSON."""

    complete: bool
    explanation: list[str]
    expression: str
    followers: list[Follower1 | Follower2]
    in_words: str | None
    kind: str | None
    mean: str | None
    offside: NotRequired[str | None]
    onside: NotRequired[str | None]
    outcome: str | None
    stopped: str | None
    temperature: str | None
    value: str | list[Any] | None
    value_kind: str | None


class DatabaseCount(TypedDict):
    """The numbers of reachable positions that are won, drawn and lost, as JSON."""

    all: Count | None
    board: str
    complete: bool
    game: str
    layers: list[Layer]
    play: Literal["normal", "misere"]
    position: str
    stopped: str | None


class DatabasePositions(TypedDict):
    """The positions of a table that match a filter, as JSON."""

    board: str
    complete: bool
    game: str
    next: int | None
    play: Literal["normal", "misere"]
    positions: list[ListedPosition]
    stopped: str | None


Error = TypedDict(
    "Error",
    {
        "detail": str,
        "expected": str | None,
        "help": str | None,
        "in": str | None,
        "span": Span | None,
        "status": int,
        "title": str,
        "type": Literal[
            "urn:winways:error:request",
            "urn:winways:error:input",
            "urn:winways:error:limit",
            "urn:winways:error:unavailable",
            "urn:winways:error:cancelled",
            "urn:winways:error:forbidden",
            "urn:winways:error:busy",
            "urn:winways:error:defect",
        ],
    },
)


class Figure1(TypedDict):
    cells: list[
        NamedCell1
        | NamedCell2
        | NamedCell3
        | NamedCell4
        | NamedCell5
        | NamedCell6
        | NamedCell7
        | NamedCell8
    ]
    chequered: bool
    columns: int
    hexagonal: bool
    kind: Literal["grid"]
    rows: int


class Figure2(TypedDict):
    """A grid with one row whose cells are numbered."""

    cells: list[
        NamedCell1
        | NamedCell2
        | NamedCell3
        | NamedCell4
        | NamedCell5
        | NamedCell6
        | NamedCell7
        | NamedCell8
    ]
    chequered: bool
    columns: int
    hexagonal: bool
    kind: Literal["strip"]
    rows: int


class Figure3(TypedDict):
    heaps: list[Heap]
    in_rows: bool
    kind: Literal["heaps"]
    pits: NotRequired[bool]


class Figure4(TypedDict):
    """A graph. Its elements are the vertices, then the edges."""

    edges: list[Edge]
    ground: int | None
    kind: Literal["graph"]
    vertices: list[
        Vertex1 | Vertex2 | Vertex3 | Vertex4 | Vertex5 | Vertex6 | Vertex7 | Vertex8
    ]


class Game(TypedDict):
    """A summary of a game in the catalogue, as JSON."""

    about: str
    example: Example
    kind: str
    name: str
    other_names: list[str]
    parameter: str | None
    players: Literal["impartial", "partizan", "ranked"]
    sizes: NotRequired[list[Size]]
    title: str


class Hit(TypedDict):
    """The area in which an element can be clicked."""

    centre: list[float]
    content: str
    element: tuple[int, int]
    name: str
    path: NotRequired[str | None]
    shape: str
    size: list[float]
    tokens: NotRequired[list[Token]]


class Line(TypedDict):
    """A line of best play from a position, as JSON."""

    complete: bool
    game: str
    moves: list[LineMove]
    play: Literal["normal", "misere"]
    position: str
    stopped: str | None
    to_move: Literal["left", "right", "either"]
    winner: Literal["left", "right", "draw"] | None


ListedMove = TypedDict(
    "ListedMove",
    {
        "from": str,
        "outcome": Literal["win", "loss", "draw"] | None,
        "outcomes": PlayerOutcomes | None,
        "player": Literal["left", "right", "either"],
        "remoteness": int | None,
        "text": str,
        "to": str,
        "touches": list[tuple[int, int]],
        "value": str | None,
    },
)


class Outcomes1(TypedDict):
    """A period of values, and its status."""

    period: int | None
    preperiod: int | None
    saltus: NotRequired[int | str | None]
    source: NotRequired[str | None]
    status: str
    theorem: str | None
    values: str | None


class Page(TypedDict):
    """A page of the catalogue as JSON."""

    claims: list[Claim]
    example: str
    example_arguments: list[str]
    name: str
    notation: str
    other_names: list[str]
    parameter: str | None
    play: Literal["normal", "misere"]
    ranks: str | None
    rules: str
    sources: list[str]
    theorems: list[Theorem]
    title: str


class Reply(TypedDict):
    """The move of an opponent as JSON."""

    complete: bool
    game: str
    move: ReplyMove | None
    play: Literal["normal", "misere"]
    position: str
    stopped: str | None
    to_move: Literal["left", "right", "either"]


class Rules(TypedDict):
    """The result of compiling a rule file, as JSON: the game, or the errors in the file."""

    diagnostics: list[Error]
    explain: list[Finding]
    game: RuleGame | None


class Scene(TypedDict):
    """
    The picture of a view: its drawn parts and the areas of its elements. Colours are given as roles: `left`, `paper`, `ink`,
    ...
    """

    hits: list[Hit]
    parts: list[Part1 | Part2]
    size: list[float]


Table = TypedDict(
    "Table",
    {
        "certificate": NotRequired[str | None],
        "complete": bool,
        "computed": NotRequired[int | None],
        "from": NotRequired[int | None],
        "game": str,
        "left_out": NotRequired[bool | None],
        "loony": NotRequired[list[int] | None],
        "lost": NotRequired[list[list[int]] | None],
        "lost_count": NotRequired[int | None],
        "means": NotRequired[list[str] | None],
        "method": str,
        "outcomes": NotRequired[str | Outcomes1 | None],
        "patterns": NotRequired[list[Conjecture] | None],
        "period": NotRequired[int | None],
        "play": NotRequired[Literal["normal", "misere"]],
        "preperiod": NotRequired[int | None],
        "quotient": NotRequired[Quotient | None],
        "row_period": NotRequired[RowPeriod | None],
        "saltus": NotRequired[int | str | None],
        "shape": NotRequired[str | None],
        "source": NotRequired[str | None],
        "status": NotRequired[str],
        "stopped": str | None,
        "symmetric": NotRequired[bool | None],
        "temperatures": NotRequired[list[str] | None],
        "theorem": NotRequired[str | None],
        "to": int | None,
        "values": NotRequired[
            list[int]
            | list[str]
            | list[int | Literal["loony"]]
            | list[list[int]]
            | list[list[list[int | None]]]
            | None
        ],
        "values_needed": NotRequired[int | None],
    },
)


class View(TypedDict):
    """The figures of a position. The elements of a figure are numbered from 0 on, in the order of the lists."""

    alphabet: NotRequired[Alphabet | None]
    figures: list[Figure1 | Figure2 | Figure3 | Figure4 | Figure5 | Figure6]
    scene: NotRequired[Scene | None]
    sizes: NotRequired[list[Size]]


class Moves(TypedDict):
    """All moves of a position as JSON, with a view of the position."""

    complete: bool
    game: str
    move_count: int
    moves: list[ListedMove]
    play: Literal["normal", "misere"]
    player_names: list[str] | None
    players: Literal["impartial", "partizan", "ranked"]
    points_left: NotRequired[int | None]
    position: str
    stopped: str | None
    view: View
