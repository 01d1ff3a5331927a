//! Functions for stops, means, temperatures and thermographs, and for cooling and heating.

use super::super::function::Evaluate::Values;
use super::super::function::functions;
use super::super::lazy;
use super::super::value::Value;
use winways_values::Thermograph;

functions! {
    "cool" ("G, t") [2, 2], "G cooled by t: the game in which every move costs its player t, up to where that becomes a number.",
        "cool({3|-1}, 1)" => "{2|0}", "Winning Ways, chapter 6": Values(|a| a.at(|o, g, t| o.cool(g, t)));
    "freeze" ("G") [1, 1], "G cooled by its temperature: its mean plus an infinitesimal.",
        "freeze({3|-1})" => "1+*", "Winning Ways, chapter 6": Values(|a| a.one(|o, g| o.freeze(g)));
    "heat" ("G, t") [2, 2], "G heated by t, which may be a game: every move brings its player t more, and numbers stay as they are.",
        "heat(*2, 1)" => "{1,{2|0}|-1,{0|-2}}", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.two(|o, g, t| o.heat(g, t)));
    "left_breakpoints" ("G") [1, 1], "The list of the places where the left wall of the thermograph bends, each as [value, temperature].",
        "left_breakpoints({5||4|-2})" => "[[6, -1], [4, 1]]", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.breakpoints(Thermograph::left_wall));
    "left_stop" ("G") [1, 1], "The left stop: the first number that is reached if Left begins and both play their best.",
        "left_stop({3|1})" => "3", "Winning Ways, chapter 6; Siegel, section II.3": Values(|a| a.of_terms(lazy::left_stop));
    "left_wall" ("G, t") [2, 2], "The left wall of the thermograph at temperature t: the left stop of G cooled by t.",
        "left_wall({3|1}, 1/2)" => "5/2", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.at(|o, g, t| o.left_wall(g, t)));
    "mast" ("G") [1, 1], "Where the mast of the thermograph begins: [mean, temperature].",
        "mast({4||1|-2})" => "[7/4, 9/4]", "Winning Ways, chapter 6": Values(|a| {
            let terms = a.terms(0)?;
            let (mean, temperature) = (lazy::mean(a.operations, &terms)?, lazy::temperature(a.operations, &terms)?);
            a.numbers([mean, temperature])
        });
    "mean" ("G") [1, 1], "The mean value: what one copy is worth on the average in a sum of many copies of G.",
        "mean({4||1|-2})" => "7/4", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.of_terms(lazy::mean));
    "overheat" ("G, s, t") [3, 3], "G overheated from s by t: 1 becomes s, and every move brings its player t more.",
        "overheat(1/2, 1, 1)" => "{1|0}", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| {
            let (from, by) = (a.game(1)?, a.game(2)?);
            a.one(|o, g| o.overheat(g, from, by))
        });
    "right_breakpoints" ("G") [1, 1], "The list of the places where the right wall of the thermograph bends, each as [value, temperature].",
        "right_breakpoints({5||4|-2})" => "[[4, -1], [4, 1]]", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.breakpoints(Thermograph::right_wall));
    "right_stop" ("G") [1, 1], "The right stop: the first number that is reached if Right begins and both play their best.",
        "right_stop({3|1})" => "1", "Winning Ways, chapter 6; Siegel, section II.3": Values(|a| a.of_terms(lazy::right_stop));
    "right_wall" ("G, t") [2, 2], "The right wall of the thermograph at temperature t: the right stop of G cooled by t.",
        "right_wall({3|1}, 1/2)" => "3/2", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.at(|o, g, t| o.right_wall(g, t)));
    "temperature" ("G") [1, 1], "The temperature: the least tax on every move at which it makes no difference who moves first, so how urgent a move in G is.",
        "temperature({4||1|-2})" => "9/4", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.of_terms(lazy::temperature));
    "thermograph" ("G") [1, 1], "The thermograph: both walls by their bends, the mean and the temperature; `--plot` draws it.",
        "thermograph({5||4|-2})" => "mean 4, temperature 1; left wall 6 at -1, 4 at 1; right wall 4 at -1, 4 at 1", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| Ok(Value::Thermograph(a.game(0)?)));
}
