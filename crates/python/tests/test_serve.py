"""The server of the page, with games of your own."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
import winways as ww
from own_games import Take
from own_games import TopEntails as Entailing
from winways.page import Server


class Stacks(Entailing):
    """Top Entails by another name, since that of a built-in game is taken."""


class SlowPins(ww.ImpartialGame[int]):
    """Take one or two pins, thinking for long."""

    name = "slow-pins"
    #: Set when the rules are asked, and when they may answer.
    asked, may_answer = threading.Event(), threading.Event()

    def start(self) -> int:
        return 9

    def options(self, position: int) -> range:
        self.asked.set()
        self.may_answer.wait(60)
        return range(max(0, position - 2), position)


class Broken(ww.ImpartialGame[int]):
    """Rules with a mistake."""

    name = "broken-rules"

    def start(self) -> int:
        return 3

    def options(self, position: int) -> list[int]:
        return [1 // 0]


class Startless(ww.ImpartialGame[int]):
    """Take one."""

    def options(self, position: int) -> range:
        return range(max(0, position - 1), position)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with ww.serve(Take, Stacks(), SlowPins(), Broken(), open_browser=False) as server:
        yield server


def send(server: Server, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
    """Sends a request, and returns the status and the answer."""
    address = urlsplit(server.url)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=120)
    if body is not None:
        headers.setdefault("Content-Type", "application/json")
    text = body if isinstance(body, str) or body is None else json.dumps(body)
    connection.request(method, path, text, headers)
    response = connection.getresponse()
    data = response.read()
    connection.close()
    is_json = "json" in (response.getheader("Content-Type") or "")
    return response.status, json.loads(data) if is_json else data


def ask(server: Server, method: str, path: str, body: object = None) -> tuple[int, Any]:
    """Sends a request, and returns the status and the answer, also if it takes long enough to become a task."""
    status, answer = send(server, method, path, body)
    if status != 202:
        return status, answer
    kind, data = send(server, "GET", f"/api/v1/tasks/{answer['task']}/events")[1].decode().strip().split("\n\n")[-1].splitlines()
    answer = json.loads(data.removeprefix("data: "))
    return 200 if kind == "event: answer" else answer["status"], answer


def test_the_page_starts_with_the_first_game(server: Server) -> None:
    assert server.url.endswith("/#/play/take")
    status, page = send(server, "GET", "/")
    assert status == 200 and b"<html" in page
    # Every script that the page names is there.
    scripts = [part.split(b'"')[0].decode() for part in page.split(b'src="')[1:]]
    assert scripts
    for name in scripts:
        assert send(server, "GET", f"/{name}")[0] == 200


def test_games_of_ones_own_are_answered_like_built_in_ones(server: Server) -> None:
    status, games = ask(server, "GET", "/api/v1/games")
    assert status == 200 and {"take", "stacks", "nim"} <= {game["name"] for game in games}
    status, about = ask(server, "GET", "/api/v1/games/take")
    assert (status, about["name"], about["rules"]) == (200, "take", "Left takes one or three tokens, Right takes one or two.")
    status, answer = ask(server, "POST", "/api/v1/solve", {"game": "take", "position": "4 2"})
    assert (status, answer["outcome"]) == (200, ww.solve(Take(), 4, 2).outcome)
    status, moves = ask(server, "POST", "/api/v1/moves", {"game": "stacks"})
    assert (status, moves["position"]) == (200, "stacks(3,4,5)"), "the usual start"
    status, moves = ask(server, "POST", "/api/v1/moves", {"game": "take", "position": "4 2", "scene": True})
    assert status == 200 and len(moves["moves"]) == 7
    status, answer = ask(server, "POST", "/api/v1/eval", {"eval": "take(2) + nim(3)"})
    assert (status, answer["value"]) == (200, str(ww.eval("take(2) + nim(3)").value))


def test_wrong_requests_are_refused(server: Server) -> None:
    assert ask(server, "POST", "/api/v1/solve", {"game": "take", "position": "four"})[0] == 422
    status, error = ask(server, "POST", "/api/v1/solve", {"game": "broken-rules", "position": "3"})
    assert status == 422 and "the rules raised ZeroDivisionError" in error["detail"]
    assert ask(server, "POST", "/api/v1/solve", "{")[0] == 400
    assert ask(server, "POST", "/api/v1/nothing", {})[0] == 400
    assert send(server, "POST", "/api/v1/solve", "{}", **{"Content-Type": "text/plain"})[0] == 415
    assert send(server, "POST", "/api/v1/solve", "x", **{"Content-Length": "99999999"})[0] == 413
    assert send(server, "GET", "/nothing.js")[0] == 404
    assert send(server, "GET", "/api/v1/solve/a/b")[0] == 404
    assert send(server, "GET", "/../pyproject.toml")[0] == 404
    assert send(server, "DELETE", "/api/v1/tasks/none")[0] == 404
    # Pages of other sites, also by a name of their own for this machine.
    for headers in ({"Host": "example.org"}, {"Origin": "http://example.org"}, {"Sec-Fetch-Site": "cross-site"}):
        assert send(server, "GET", "/api/v1/games", **headers)[0] == 403


def test_long_work_is_a_task_that_can_be_stopped(server: Server) -> None:
    SlowPins.asked.clear()
    SlowPins.may_answer.clear()
    status, task = send(server, "POST", "/api/v1/solve", {"game": "slow-pins", "position": "9"})
    assert status == 202 and SlowPins.asked.is_set()
    events = list[bytes]()
    listener = threading.Thread(target=lambda: events.append(send(server, "GET", f"/api/v1/tasks/{task['task']}/events")[1]))
    listener.start()
    assert send(server, "DELETE", f"/api/v1/tasks/{task['task']}")[0] == 204
    SlowPins.may_answer.set()
    listener.join(60)
    last = events[0].decode().strip().split("\n\n")[-1].splitlines()
    assert last[0] == "event: answer"
    answer = json.loads(last[1].removeprefix("data: "))
    assert answer["stopped"] is not None
    assert send(server, "GET", f"/api/v1/tasks/{task['task']}/events")[0] == 404


def test_a_server_that_is_closed_answers_no_more() -> None:
    server = ww.serve("nim", open_browser=False)
    assert server.url.endswith("/#/play/nim") and send(server, "GET", "/")[0] == 200
    assert repr(server) == f"<server of {server.url}>"
    with pytest.raises(ww.UnsupportedError, match="already a game called `top-entails`"):
        ww.serve(Entailing(), open_browser=False)
    with pytest.raises(ww.RuleError, match=r"Startless has no method `start\(self\)`"):
        ww.serve(Startless, open_browser=False)
    server.close()
    server.wait()
    with pytest.raises(ConnectionError):
        send(server, "GET", "/")


def test_requests_know_registered_games() -> None:
    ww.register(Take())
    found = ww.request({"solve": "take", "position": "4 2"})
    assert found["answer"]["outcome"] == ww.solve(Take(), 4, 2).outcome
    ww.register(Broken())
    with pytest.raises(ZeroDivisionError):
        ww.request({"solve": "broken-rules", "position": "3"})
