//! Distributed builds of solved tables. Several processes, on one machine or on many, exchange messages through timely
//! dataflow.
//!
//! [`Hosts`] lists the addresses of the processes, [`Link::connect`] connects them, and [`Link::run`] runs this
//! process's part of a [`Build`](winways_solve::Build). The threads of all processes are the workers of the message
//! engine; the number of a worker determines the shards that it owns. The processes share the directory of the table.
//! The link is neither encrypted nor authenticated: use it only on a trusted network.
//!
//! Only this crate depends on timely dataflow. The engine exchanges messages through the trait
//! [`winways_solve::Transport`], which this crate implements.

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
