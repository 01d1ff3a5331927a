//! The server behind the page.

use super::{Edges, Memory, TablesArgument};
use bytesize::ByteSize;
use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct Web {
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 7878)]
    pub(crate) port: u16,
    /// The address to listen at: one that other machines reach, such as 0.0.0.0, needs a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,
    /// What those must show who ask from other machines, at least 16 letters and digits; without it one is made and printed
    #[arg(long, value_name = "TOKEN", env = "WINWAYS_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) tables: TablesArgument,
    /// Add the games of the rule files in this directory, which are read once
    #[arg(long, value_name = "DIR")]
    pub(crate) games: Option<PathBuf>,
    /// The time for each request, which may ask for less: 10s, 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = humantime::parse_duration)]
    pub(crate) timeout: Duration,
    /// The memory of all requests together, of which each gets the same part
    #[command(flatten)]
    pub(crate) memory: Memory,
    /// How many short questions are worked on at once; by default as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// How many tasks, which take more than a second, may be under way at once
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) tasks: u16,
    /// How many short questions may wait for their turn
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) waiting: u16,
    /// The longest body of a request
    #[arg(long, value_name = "SIZE", default_value = "1MiB")]
    pub(crate) body: ByteSize,
}
