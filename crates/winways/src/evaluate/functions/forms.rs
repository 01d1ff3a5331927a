//! Functions for canonical forms, their options and followers, products and other operations.

use super::super::function::Evaluate::Values;
use super::super::function::functions;
use super::super::value::Value;
use winways_values::Dyadic;
use winways_values::surreal::Form;

functions! {
    "atomic_weight" ("G") [1, 1], "The atomic weight of an all-small game: how many ups it is worth, roughly.",
        "atomic_weight(^^*)" => "2", "Winning Ways, chapter 8; Siegel, section II.7": Values(|a| a.one(|o, g| o.atomic_weight(g)));
    "birthday" ("G") [1, 1], "The day on which G is born: one more than the last birthday of an option of its canonical form.",
        "birthday({1|-1})" => "2", "Conway, On Numbers and Games, chapter 8": Values(|a| {
            if a.value(0).large_number().is_some() {
                return a.birthday_of_number();
            }
            let game = a.game(0)?;
            let session = a.operations.session();
            if let Some(number) = session.as_number(game) {
                return a.of_number(number.birthday());
            }
            match session.birthday(game)? {
                // Each half fits in a signed word.
                Some(day) => a.of_number(Dyadic::from((day / 2) as i64).double() + Dyadic::from((day % 2) as i64)),
                None => Err(a.none("the birthday is beyond 64 bits")),
            }
        });
    "born_by" ("n") [1, 1], "The list of all games born by day n, which is at most 3.",
        "born_by(1)" => "[-1, 0, *, 1]", "Siegel, section III.1": Values(|a| {
            let day = a.between(0, 0, 3)?;
            let games = a.operations.born_by(day);
            a.answer(games)
        });
    "canonical" ("G") [1, 1], "The canonical form of G: the only game equal to it without dominated and reversible options.",
        "canonical({1,2|3})" => "5/2", "Winning Ways, chapter 3; Siegel, section II.2": Values(|a| a.one(|_, g| Ok(g)));
    "companion" ("G") [1, 1], "The companion of G, an all-small game of the same atomic weight if G has one.",
        "companion(^)" => "^*", "Siegel, Combinatorial Game Theory": Values(|a| a.one(|o, g| o.companion(g)));
    "conway" ("G, H") [2, 2], "Conway's product of two short games; of dyadic numbers it is the ordinary product. Write `(1/3) . 3` for the product of other numbers.",
        "conway(1/2, 1/2)" => "1/4", "Conway, On Numbers and Games, chapters 1 and 6": Values(|a| a.two(|o, g, h| o.conway(g, h)));
    "dali" ("x") [1, 1], "The form of a number as the Dali function builds it from its options.",
        "dali(5/8)" => "{1/2|3/4}", "Conway, On Numbers and Games, chapter 3": Values(|a| {
            let form = Form::dali(&a.number(0)?);
            let list = |options: &[Dyadic]| options.iter().map(Dyadic::latex).collect::<Vec<_>>().join(", ");
            let latex = format!(r"\left\{{{}\mid {}\right\}}", list(form.left()), list(form.right()));
            a.formula(form.to_string(), latex)
        });
    "follower_count" ("G") [1, 1], "The number of distinct followers of the canonical form of G, itself included.",
        "follower_count(*3)" => "4", "Siegel, section II.1": Values(|a| a.one(|o, g| o.follower_count(g)));
    "followers" ("G") [1, 1], "The list of all games that can be reached from the canonical form of G, itself included; `follower_count` counts them.",
        "followers({1|*})" => "[0, *, {1|*}, 1]", "Siegel, section II.1": Values(|a| a.followers());
    "incentives" ("G") [1, 1], "The list of the incentives of both players: G^L - G for Left and G - G^R for Right, without dominated ones.",
        "incentives({3|1})" => "[{2|0}]", "Winning Ways, chapter 6; Siegel, section II.2": Values(|a| a.games(|o, g| o.incentives(g)));
    "left_incentives" ("G") [1, 1], "The list of Left's incentives, G^L - G.",
        "left_incentives({3|1})" => "[{2|0}]", "Winning Ways, chapter 6; Siegel, section II.2": Values(|a| a.games(|o, g| o.left_incentives(g)));
    "left_options" ("G") [1, 1], "The list of the games to which Left can move in the canonical form of G.",
        "left_options(^)" => "[0]", "Winning Ways, chapter 2": Values(|a| a.options(true));
    "mex" ("list") [1, 1], "The least nimber that is not in a list of nimbers; an integer n in the list counts as *n.",
        "mex([0, *, *3])" => "*2", "Sprague (1935) and Grundy (1939); Winning Ways, chapter 3": Values(|a| {
            // No list is long enough for a larger nimber to affect the result.
            let small = a.nimbers(0)?.into_iter().filter_map(|size| u64::try_from(size).ok().map(winways_values::Nimber));
            let least = winways_values::mex(small);
            Ok(a.operations.session().nimber(least.0.into())?.into())
        });
    "miny" ("G") [1, 1], "Miny-G, {G|0||0}: the negative of tiny-G.",
        "miny(2)" => "{2|0||0}", "Winning Ways, chapter 5": Values(|a| a.one(|o, g| o.miny(g)));
    "norton" ("G, U") [2, 2], "Norton's product of G by a unit U > 0: every 1 in the construction of G is replaced with U.",
        "norton(*2, ^)" => "{^^*,{^4|0}|vv*,{0|v4}}", "Winning Ways, chapter 8; Siegel, section II.7": Values(|a| a.two(|o, g, u| o.norton(g, u)));
    "numbers_born_by" ("n") [1, 1], "The list of all numbers born by day n, which is at most 16.",
        "numbers_born_by(2)" => "[-2, -1, -1/2, 0, 1/2, 1, 2]", "Conway, On Numbers and Games, chapter 1": Values(|a| {
            let day = a.between(0, 0, 16)?;
            a.numbers(Dyadic::born_by(day))
        });
    "options" ("G") [1, 1], "The options of the canonical form of G: a list of Left's options and a list of Right's options.",
        "options(^)" => "[[0], [*]]", "Winning Ways, chapter 2": Values(|a| a.options_of_both());
    "reduced" ("G") [1, 1], "The reduced canonical form: the simplest game that differs from G by an infinitesimal.",
        "reduced({2+*|1+^})" => "{2|1}", "Grossman and Siegel, Games of No Chance 3 (2009); Siegel, section II.6": Values(|a| a.one(|o, g| o.reduced(g)));
    "right_incentives" ("G") [1, 1], "The list of Right's incentives, G - G^R.",
        "right_incentives({3|1})" => "[{2|0}]", "Winning Ways, chapter 6; Siegel, section II.2": Values(|a| a.games(|o, g| o.right_incentives(g)));
    "right_options" ("G") [1, 1], "The list of the games to which Right can move in the canonical form of G.",
        "right_options(^)" => "[*]", "Winning Ways, chapter 2": Values(|a| a.options(false));
    "sign_expansion" ("x") [1, 1], "The sign expansion of a number: the moves + and - that lead to it in the tree of numbers.",
        "sign_expansion(5/8)" => "+-+-", "Conway, On Numbers and Games, chapter 3": Values(|a| {
            if a.value(0).large_number().is_some() {
                let signs = a.surreal(0)?.sign_expansion()?;
                let latex = signs.latex();
                return a.formula(signs.to_string(), latex);
            }
            let signs = a.number(0)?.sign_expansion();
            let signs = signs.map_err(|error| a.none(error.to_string()))?;
            let latex = signs.chars().map(|sign| format!("{{{sign}}}")).collect();
            a.formula(signs, latex)
        });
    "simplest" ("G, H") [2, 2], "The simplest number x with G < x < H. If G or H is not a number, x is not <= G and not >= H. For lists, x is greater than all numbers in G and less than all numbers in H. Unless x is 0, the sign expansion of each number must consist of finitely many runs and periodic words.",
        "simplest(1/4, 7/8)" => "1/2", "Conway, On Numbers and Games, chapter 2; Winning Ways, chapter 2": Values(|a| a.simplest());
    "structure" ("G") [1, 1], "The canonical form of G with each follower written once, where #n stands for the n-th follower.",
        "structure({2|0})" => "#0 = 2; #1 = 0; #2 = {#0|#1}", "Siegel, section II.2": Values(|a| a.structure());
    "times" ("n, G") [2, 2], "The sum of n copies of G.",
        "times(3, ^)" => "^3", "Winning Ways, chapter 2": Values(|a| {
            let (factor, terms) = (a.integer(0)?, a.terms(1)?);
            Ok(Value::Game(terms.times(a.operations.session(), factor)?))
        });
    "tiny" ("G") [1, 1], "Tiny-G, {0||0|-G}: positive, and less than every multiple of up if G is a positive number.",
        "tiny(2)" => "{0||0|-2}", "Winning Ways, chapter 5": Values(|a| a.one(|o, g| o.tiny(g)));
    "tree" ("G") [1, 1], "The tree of the canonical form, drawn as text: L marks a move of Left, R a move of Right; numbers, ups and nimbers below the root are not expanded.",
        "tree({1||0|-1})" => "{1||0|-1}\n├─L 1\n└─R {0|-1}\n    ├─L 0\n    └─R -1", "Winning Ways, chapter 2": Values(|a| a.tree());
    "up_power" ("n") [1, 1], "The n-th power of up, which is infinitesimal compared with the previous power; the first is ^.",
        "up_power(2)" => "{0|v*}", "Conway, On Numbers and Games, chapter 16; Siegel, section II.4": Values(|a| {
            let exponent = a.between(0, 1, u32::MAX)?;
            let power = a.operations.up_power(exponent);
            a.answer(power)
        });
    "up_power_to" ("n") [1, 1], "The sum of the first n powers of up.",
        "up_power_to(2)" => "{^|*}", "Siegel, section II.4": Values(|a| {
            let exponent = a.between(0, 0, u32::MAX)?;
            let sum = a.operations.up_power_to(exponent);
            a.answer(sum)
        });
    "uptimal" ("G") [1, 1], "G as a sum of a number, multiples of powers of up and a nimber, if G equals such a sum.",
        "uptimal({0|v*}+3)" => "3 + up_power(2)", "Siegel, section II.4": Values(|a| a.uptimal());
}
