"""Shared fixtures: the command line with which results are compared, and sessions that are interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

#: The time limit of a session, after which it fails instead of hanging.
OUTER_LIMIT = 60


@pytest.fixture(scope="session")
def winways() -> Callable[..., str]:
    """Returns the output of the command line, given by the variable WINWAYS, for these arguments."""
    program = os.environ.get("WINWAYS")
    if not program:
        pytest.skip("the variable WINWAYS names no command line to compare with")

    def run(*arguments: str) -> str:
        done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=OUTER_LIMIT)
        return done.stdout

    return run


@pytest.fixture
def repository() -> Path:
    """The root directory of the repository."""
    return Path(__file__).resolve().parents[3]


@pytest.fixture
def interrupted() -> Callable[[str], float]:
    """Runs long work in its own session, sends Ctrl-C, and checks that KeyboardInterrupt is raised and the session continues.

    Returns how long it took from the signal to the exception.
    """

    def run(work: str, before: str = "") -> float:
        program = f"""
import sys, time
import winways as ww
{textwrap.dedent(before)}
def work():
{textwrap.indent(textwrap.dedent(work), "    ")}
print("begun", flush=True)
try:
    work()
    print("ended", flush=True)
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
print(ww.solve("nim", 7, 8, 9).value, flush=True)
"""
        session = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert session.stdout is not None
        try:
            assert session.stdout.readline() == "begun\n"
            time.sleep(0.7)
            sent = time.time()
            session.send_signal(signal.SIGINT)
            output, _ = session.communicate(timeout=OUTER_LIMIT)
        finally:
            session.kill()
        lines = output.split("\n")
        assert lines[0].startswith("interrupted "), f"the work was not interrupted: {output}"
        assert lines[1] == "*6"
        return float(lines[0].split()[1]) - sent

    return run
