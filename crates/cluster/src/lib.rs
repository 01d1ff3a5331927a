//! Builds of solved tables by several processes, on one machine or on many, that exchange messages through timely dataflow.
//!
//! [`Hosts`] says where the processes are, [`Link::connect`] connects them, [`Link::run`] does this process's part of a
//! [`Build`](winways_solve::Build): its threads are workers of the engine of messages, and each owns the shards that its number says. The processes
//! share the directory of the table. The link is neither encrypted nor authenticated: it is for a network that one trusts.
//!
//! Timely dataflow is here alone, behind [`winways_solve::Transport`]; what an exchange is, the engine says.

#![forbid(unsafe_code)]

mod callers;
mod dataflow;
mod greeting;
mod hosts;
mod link;
mod packet;
mod watched;

pub use hosts::Hosts;
pub use link::{Link, LinkError};
