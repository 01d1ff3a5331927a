use crate::arguments::Arguments;
use crate::{Ending, Failure};
use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::path::Path;

pub(crate) fn completions(shell: Shell, mut out: &mut dyn Write) -> Result<Ending, Failure> {
    clap_complete::generate(shell, &mut Arguments::command(), "winways", &mut out);
    Ok(Ending::Answered)
}

pub(crate) fn man(directory: Option<&Path>, mut out: &mut dyn Write) -> Result<Ending, Failure> {
    match directory {
        None => clap_mangen::Man::new(Arguments::command()).render(&mut out)?,
        Some(directory) => {
            std::fs::create_dir_all(directory)
                .and_then(|()| clap_mangen::generate_to(Arguments::command(), directory))
                .with_context(|| format!("cannot write manual pages into {}", directory.display()))?;
        }
    }
    Ok(Ending::Answered)
}
