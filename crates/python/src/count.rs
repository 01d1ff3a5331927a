//! Integer parameters, such as `moves` and `threads`.

use crate::shortened::shortened;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// Returns the text of an integer for a message. Python does not format integers of more than a few thousand digits; `long` is the
/// text for these.
pub(crate) fn shown(integer: &Bound<'_, PyAny>, long: &str) -> String {
    integer.str().map_or_else(|_| long.to_owned(), |text| shortened(&text.to_string_lossy()))
}

/// Converts the integer that is given for a parameter.
///
/// # Errors
/// `ValueError` with the name of the parameter if the integer is negative or too large.
fn count<T: TryFrom<u64>>(object: &Bound<'_, PyAny>, name: &str) -> PyResult<T> {
    let given = match object.extract::<u64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => None,
        given => T::try_from(given?).ok(),
    };
    let Some(given) = given else {
        let expected = if object.lt(0)? { "0 or more" } else { "a smaller number" };
        let message = format!("expected {expected} for {name}, not {}", shown(object, "this number"));
        return Err(PyValueError::new_err(message));
    };
    Ok(given)
}

/// Converts the integer that is given for a parameter, or `None`.
fn optional<T: TryFrom<u64>>(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<T>> {
    if object.is_none() { Ok(None) } else { count(object, name).map(Some) }
}

/// Defines a conversion function for each parameter. The literal is the name of the parameter in messages.
macro_rules! parameters {
    ($($convert:ident $function:ident($name:literal) -> $kind:ty;)*) => {$(
        #[doc = concat!("Converts the parameter `", $name, "`.")]
        pub(crate) fn $function(object: &Bound<'_, PyAny>) -> PyResult<$kind> {
            $convert(object, $name)
        }
    )*};
}

parameters! {
    count moves("moves") -> usize;
    count most("most") -> usize;
    count start("start") -> u64;
    optional most_or_all("most") -> Option<usize>;
    optional options("options") -> Option<u64>;
    optional remoteness("remoteness") -> Option<u32>;
    optional shards("shards") -> Option<u32>;
    optional threads("threads") -> Option<usize>;
    optional up_to("up_to") -> Option<u64>;
}
