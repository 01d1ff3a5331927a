use crate::{Answer, Detail, EvaluationError, Follower, Stopped};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

/// The number of copies of a text that exist at the same time: the text, its field, and the field with escaped quotation marks.
const TEXT_COPIES: u64 = 3;

/// The value of an expression as JSON.
#[derive(Default, JsonSchema, Serialize)]
pub struct AnswerJson {
    expression: String,
    value: Option<ValueJson>,
    kind: Option<&'static str>,
    value_kind: Option<&'static str>,
    /// The value in words, for readers who do not know the notation: `about 1 3/4, hot (temperature 5/4)`.
    in_words: Option<String>,
    /// The outcome class as a letter. If play may be drawn, the outcome may have two letters: the winner (L or R) or D if Left
    /// moves first, then the same if Right moves first.
    outcome: Option<String>,
    /// The onside of a loopy game: infinite play is a win for Left.
    #[serde(skip_serializing_if = "Option::is_none")]
    onside: Option<String>,
    /// The offside of a loopy game: infinite play is a win for Right.
    #[serde(skip_serializing_if = "Option::is_none")]
    offside: Option<String>,
    mean: Option<String>,
    temperature: Option<String>,
    explanation: Vec<String>,
    followers: Vec<FollowerJson>,
    complete: bool,
    stopped: Option<String>,
}

/// A value in the usual notation. Lists are arrays.
#[derive(JsonSchema, Serialize)]
#[serde(untagged)]
enum ValueJson {
    Text(String),
    List(#[schemars(with = "Vec<serde_json::Value>")] Box<RawValue>),
}

/// A follower of a canonical form. Its options are indices into the list of followers.
#[derive(JsonSchema, Serialize)]
#[serde(untagged)]
enum FollowerJson {
    Sum { number: String, ups: i64, nimber: u128 },
    Options { left: Vec<usize>, right: Vec<usize> },
}

impl AnswerJson {
    /// Creates the JSON of the value of `expression`. It contains an explanation if `detail` is [`Detail::Full`].
    ///
    /// # Errors
    /// Returns the errors of [`Answer::text`].
    pub fn new(expression: &str, answer: &mut Answer<'_>, detail: Detail) -> Result<Self, EvaluationError> {
        let summary = answer.summary()?;
        let explanation = match detail {
            Detail::Brief => Vec::new(),
            Detail::Full => answer.explanation()?,
        };
        let follower = |follower: &Follower| match follower.clone() {
            Follower::Sum { number, ups, nimber } => {
                FollowerJson::Sum { number: number.to_string(), ups, nimber }
            }
            Follower::Options { left, right } => FollowerJson::Options { left, right },
        };
        let summary = summary.as_ref();
        let number = answer.number_facts();
        let loopy = answer.loopy_facts()?;
        let [onside, offside] = loopy
            .as_ref()
            .and_then(|facts| facts.sides.clone())
            .map_or([None, None], |sides| sides.map(Some));
        let followers = match (summary, &loopy) {
            (Some(summary), _) => summary.followers.iter().map(follower).collect(),
            (None, Some(facts)) => facts.followers.iter().map(follower).collect(),
            (None, None) => Vec::new(),
        };
        let list = answer.json_list(TEXT_COPIES)?.and_then(|list| RawValue::from_string(list).ok());
        Ok(AnswerJson {
            expression: expression.to_owned(),
            value: Some(match list {
                Some(list) => ValueJson::List(list),
                None => ValueJson::Text(answer.text_for_copies(TEXT_COPIES)?),
            }),
            kind: Some(answer.kind()),
            value_kind: summary
                .map(|summary| summary.kind.name())
                .or(number.map(|(kind, _)| kind))
                .or(loopy.as_ref().map(|facts| facts.kind)),
            in_words: summary.map(|summary| summary.kind.in_words(&summary.mean, &summary.temperature)),
            outcome: summary
                .map(|summary| summary.outcome)
                .or(number.map(|(_, outcome)| outcome))
                .map(|outcome| outcome.letter().to_owned())
                .or(loopy.map(|facts| facts.outcome)),
            onside,
            offside,
            mean: summary.map(|summary| summary.mean.to_string()),
            temperature: summary.map(|summary| summary.temperature.to_string()),
            explanation,
            followers,
            complete: true,
            stopped: None,
        })
    }

    /// Creates the JSON of a stopped evaluation of `expression`.
    pub fn stopped(expression: &str, stopped: &Stopped) -> Self {
        AnswerJson {
            expression: expression.to_owned(),
            stopped: Some(stopped.to_string()),
            ..AnswerJson::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Calculator, Catalogue, NoObserver, StopReason};
    use serde_json::{Value, json};

    fn value(expression: &str) -> Value {
        let catalogue = Catalogue::new();
        let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        let mut answer = calculator.evaluate(expression, &NoObserver).unwrap();
        serde_json::to_value(AnswerJson::new(expression, &mut answer, Detail::Brief).unwrap()).unwrap()
    }

    #[test]
    fn lists_are_lists() {
        assert_eq!(value("[nim(n) + ^ for n in 0..2]")["value"], json!(["^", "^*", "^*2"]));
        assert_eq!(value("[[1, 1/2], []]")["value"], json!([["1", "1/2"], []]));
        // A list that occurs again within another list is written once and then copied.
        let shared = value("a = [1, *2]; [a, [a], a]");
        assert_eq!(shared["value"], json!([["1", "*2"], [["1", "*2"]], ["1", "*2"]]));
        assert_eq!(value("1/2 + *")["value"], json!("1/2+*"));
        assert_eq!(value("1 < 2")["value"], json!("true"));
        let numbers = ["1/3", "ω", "ω-1/2", "*ω", "*340282366920938463463374607431768211456"].map(|text| {
            let json = value(text);
            (json["value"].clone(), json["value_kind"].clone(), json["outcome"].clone())
        });
        let expected = [
            ("1/3", "rational", "L"),
            ("ω", "ordinal", "L"),
            ("ω-1/2", "surreal", "L"),
            ("*ω", "transfinite-nimber", "N"),
            ("*340282366920938463463374607431768211456", "nimber", "N"),
        ];
        assert_eq!(
            numbers,
            expected.map(|(value, kind, outcome)| (json!(value), json!(kind), json!(outcome)))
        );
    }

    #[test]
    fn stopped_work_has_all_fields() {
        let stopped = StopReason::Timeout.after(7);
        let json = serde_json::to_value(AnswerJson::stopped("x", &stopped)).unwrap();
        let names = |json: &Value| json.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&json), names(&value("1")));
        assert_eq!(json["stopped"], json!("the time limit was reached after 7 positions"));
        assert_eq!(json["complete"], json!(false));
    }
}
