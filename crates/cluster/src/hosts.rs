use std::net::{SocketAddr, ToSocketAddrs};
use winways_notation::{Diagnostic, Span};

/// The addresses of the processes of a build, in the order of their numbers.
///
/// ```
/// use winways_cluster::Hosts;
/// let hosts = Hosts::parse("# two processes on this machine\n127.0.0.1:7001\n127.0.0.1:7002\n")?;
/// assert_eq!(hosts.len(), 2);
/// assert!(Hosts::parse("127.0.0.1").is_err());
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<String>,
    group: u64,
}

impl Hosts {
    /// Parses a hosts file: one line `host:port` for each process. `#` starts a comment.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`.
    pub fn parse(text: &str) -> Result<Hosts, Diagnostic> {
        let mut addresses: Vec<String> = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let address = line.split('#').next().unwrap_or("").trim();
            if !address.is_empty() {
                let from = start + line.find(address).unwrap_or(0);
                let span = Span::new(from, from + address.len());
                check_address(address, span)?;
                if addresses.iter().any(|other| other == address) {
                    return Err(Diagnostic::new(format!("`{address}` occurs a second time"), span)
                        .label("expected a different address for each process"));
                }
                addresses.push(address.to_owned());
            }
            start += line.len();
        }
        if addresses.is_empty() {
            return Err(Diagnostic::new("the hosts file lists no process", Span::at(text.len()))
                .label("expected a line `host:port` for each process, such as 127.0.0.1:7001"));
        }
        Ok(Hosts { addresses, group: 0 })
    }

    /// Creates hosts for `processes` processes on this machine, at consecutive ports of the loopback address from
    /// `first_port` on.
    ///
    /// Returns `None` if `processes` is 0 or there are not enough ports.
    pub fn on_loopback(processes: u16, first_port: u16) -> Option<Hosts> {
        let last = first_port.checked_add(processes.checked_sub(1)?)?;
        let addresses = (first_port..=last).map(|port| format!("127.0.0.1:{port}"));
        Some(Hosts { addresses: addresses.collect(), group: 0 })
    }

    /// Sets the secret of the group. Processes with a different secret count as strangers, even if they build the
    /// same table at the same addresses.
    #[must_use]
    pub fn of_group(self, secret: u64) -> Hosts {
        Hosts { group: secret, ..self }
    }

    /// Returns the secret of the group, or 0 if it has none.
    pub(crate) fn group(&self) -> u64 {
        self.group
    }

    /// Returns the number of processes.
    pub fn len(&self) -> usize {
        self.addresses.len()
    }

    /// Returns `true` if there are no processes, which is never the case.
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// Returns the address of a process, as written in the hosts file.
    pub(crate) fn address(&self, process: usize) -> &str {
        &self.addresses[process]
    }

    /// Resolves the address of a process to socket addresses.
    pub(crate) fn resolve(&self, process: usize) -> std::io::Result<Vec<SocketAddr>> {
        Ok(self.addresses[process].to_socket_addrs()?.collect())
    }
}

impl std::fmt::Display for Hosts {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.addresses.iter().try_for_each(|address| writeln!(formatter, "{address}"))
    }
}

fn check_address(address: &str, span: Span) -> Result<(), Diagnostic> {
    let port = address.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
    match port {
        Some(Ok(1..)) => Ok(()),
        _ => Err(Diagnostic::new(format!("`{address}` is not an address"), span)
            .label("expected host:port, such as 127.0.0.1:7001 or [::1]:7001, with a port from 1 to 65535")),
    }
}
