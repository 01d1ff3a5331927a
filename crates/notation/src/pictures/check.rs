//! What must hold between the parts of a file.

use super::tree::PictureFile;
use crate::Diagnostic;

pub(super) fn check(_file: &PictureFile) -> Result<(), Diagnostic> {
    Ok(())
}
