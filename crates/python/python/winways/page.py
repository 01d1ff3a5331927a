"""The server behind :func:`winways.serve`. It serves the same addresses as ``winways serve``; see ``docs/web.md``."""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from ._winways import Progress, _page_files, _PageRequest, _PageService

__all__ = ["Server"]

#: The time after which the progress of a request is sent, in seconds.
_PATIENCE = 1.0
#: The interval between reports of progress, and the time for which an answer without a listener is kept, in seconds.
_INTERVAL, _KEPT = 0.2, 30.0
#: The maximum length of the body of a request, in bytes.
_LONGEST_BODY = 4 << 20
_BASE = "/api/v1/"
#: The operations whose addresses end with a name.
_OF_NAME = {"games": "game", "verify": "verify"}
_TYPES = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "md": "text/markdown",
    "svg": "image/svg+xml",
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class _Refused(Exception):
    """A rejected request."""

    def __init__(self, status: HTTPStatus, kind: str, message: str) -> None:
        super().__init__(message)
        self.status, self.kind = status, kind

    def body(self) -> str:
        problem = {"type": f"urn:winways:error:{self.kind}", "title": self.status.phrase, "status": self.status.value}
        return json.dumps({**problem, "detail": str(self)})


class _Work:
    """The work on one request, in a thread of its own."""

    def __init__(self, pages: _Pages, request: _PageRequest) -> None:
        self._pages, self._request = pages, request
        self._progress: Progress | None = None
        self.done = threading.Event()
        self.status, self.body = HTTPStatus.INTERNAL_SERVER_ERROR.value, ""
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self.status, self.body = self._pages.service.answer(
                self._request, timeout=self._pages.seconds, memory=self._pages.memory, progress=self._report
            )
        except BaseException as failed:  # noqa: BLE001: the page shows every failure
            refused = _Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "defect", f"{type(failed).__name__}: {failed}")
            self.status, self.body = refused.status.value, refused.body()
        finally:
            self.done.set()

    def _report(self, progress: Progress) -> None:
        self._progress = progress

    def progress(self) -> dict[str, Any]:
        """Returns the last progress, with the field names of a progress event of ``winways serve``."""
        known = self._progress
        if known is None:
            return {"outcome": None, "winning_move": None, "positions": 0, "bytes": 0, "total": 0, "layer": 0, "needed": 0}
        names = ("outcome", "winning_move", "positions", "total", "layer", "needed")
        return {"bytes": known.memory, **{name: getattr(known, name) for name in names}}

    def cancel(self) -> None:
        """Stops the work. Its answer then contains the partial results."""
        self._request.cancel()


class _Pages(ThreadingHTTPServer):
    """The server of the page."""

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, port: int, timeout: float, memory: int | str | None) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.seconds, self.memory = timeout, memory
        self.service = _PageService()
        self.files: Mapping[str, bytes] = _page_files()
        #: Long-running work by name, until a client listens to its events.
        self.waiting: dict[str, _Work] = {}
        #: Long-running work by name, until its answer is sent.
        self.running: dict[str, _Work] = {}

    def keep(self, work: _Work) -> str:
        """Stores work for a client that will listen to its events, and returns its name."""
        name = secrets.token_hex(16)
        self.waiting[name] = self.running[name] = work
        timer = threading.Timer(_KEPT, self._forget, [name])
        timer.daemon = True
        timer.start()
        return name

    def _forget(self, name: str) -> None:
        if (work := self.waiting.pop(name, None)) is not None:
            self.running.pop(name, None)
            work.cancel()


class _Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    protocol_version = "HTTP/1.1"
    server: _Pages

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002: the name is that of the base class
        """Prints nothing."""

    def do_GET(self) -> None:
        """Answers with a file, the result of an operation, or the events of a task."""
        self._answer(self._get)

    def do_POST(self) -> None:
        """Answers with the result of an operation."""
        self._answer(self._post)

    def do_DELETE(self) -> None:
        """Cancels a task."""
        self._answer(self._delete)

    def _answer(self, method: Any) -> None:
        try:
            self._check()
            method()
        except _Refused as refused:
            # The body of the request may not have been read.
            self.close_connection = True
            self._send(refused.status.value, "application/json", refused.body().encode())
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _check(self) -> None:
        """Accepts requests from the page and from programs on this machine, and rejects requests from pages on other sites."""
        port = self.server.server_address[1]
        hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        if host.lower() not in hosts:
            raise _Refused(HTTPStatus.FORBIDDEN, "forbidden", "the Host header must be 127.0.0.1 or localhost, followed by the port")
        is_foreign = self.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site") and self.path.startswith("/api/")
        if is_foreign or (origin is not None and origin.lower() != f"http://{host.lower()}"):
            raise _Refused(HTTPStatus.FORBIDDEN, "forbidden", "the request comes from a page of another site")

    def _get(self) -> None:
        address = urlsplit(self.path)
        if not address.path.startswith(_BASE):
            return self._send_file(unquote(address.path).lstrip("/") or "index.html")
        first, *rest = map(unquote, address.path[len(_BASE) :].split("/"))
        fields = parse_qsl(address.query, keep_blank_values=True)
        if first == "tasks" and len(rest) == 2 and rest[1] == "events":
            return self._send_events(rest[0])
        if len(rest) > 1 or (rest and first not in _OF_NAME):
            raise _Refused(HTTPStatus.NOT_FOUND, "request", "no such address")
        fields = [(name, text) for name, text in fields if name != "wait"]
        operation, named = (_OF_NAME[first], [("name", rest[0])]) if rest else (first, [])
        return self._send_answer(_PageRequest(operation, None, [*named, *fields]))

    def _post(self) -> None:
        path = urlsplit(self.path).path
        if not path.startswith(_BASE) or "/" in path[len(_BASE) :]:
            raise _Refused(HTTPStatus.NOT_FOUND, "request", "no such address")
        if self.headers.get_content_type() != "application/json":
            raise _Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "request", "the body of a request must be JSON")
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit() or int(length) > _LONGEST_BODY:
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "limit", f"the Content-Length must be at most {_LONGEST_BODY} bytes")
        try:
            body = self.rfile.read(int(length)).decode()
        except UnicodeDecodeError:
            raise _Refused(HTTPStatus.BAD_REQUEST, "request", "the body is not UTF-8") from None
        self._send_answer(_PageRequest(path[len(_BASE) :], body, []))

    def _delete(self) -> None:
        address = urlsplit(self.path).path
        name = address.removeprefix(f"{_BASE}tasks/")
        work = self.server.running.get(name)
        if name == address or work is None:
            raise _Refused(HTTPStatus.NOT_FOUND, "unavailable", "there is no such task")
        work.cancel()
        self._send(HTTPStatus.NO_CONTENT.value, "", b"")

    def _send_answer(self, request: _PageRequest) -> None:
        """Sends an answer, or the name of a task if the answer takes long."""
        work = _Work(self.server, request)
        if work.done.wait(_PATIENCE):
            return self._send(work.status, "application/json", work.body.encode())
        task = json.dumps({"task": self.server.keep(work)})
        return self._send(HTTPStatus.ACCEPTED.value, "application/json", task.encode())

    def _send_events(self, name: str) -> None:
        """Sends the progress of a task, and then its answer."""
        work = self.server.waiting.pop(name, None)
        if work is None:
            raise _Refused(HTTPStatus.NOT_FOUND, "unavailable", "there is no such task, or its answer was already sent")
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self._send_headers({"Content-Type": "text/event-stream", "Cache-Control": "no-cache", "Connection": "close"})
        try:
            while not work.done.wait(_INTERVAL):
                self._send_event("progress", json.dumps(work.progress()))
            self._send_event("answer" if work.status == HTTPStatus.OK else "error", work.body)
        finally:
            # A client that has left needs no answer.
            work.cancel()
            self.server.running.pop(name, None)

    def _send_event(self, name: str, data: str) -> None:
        lines = "".join(f"data: {line}\n" for line in data.splitlines())
        self.wfile.write(f"event: {name}\n{lines}\n".encode())
        self.wfile.flush()

    def _send_file(self, name: str) -> None:
        data = self.server.files.get(name)
        if data is None:
            raise _Refused(HTTPStatus.NOT_FOUND, "request", "no such address")
        kind = _TYPES.get(name.rsplit(".", 1)[-1], "application/octet-stream")
        self._send(HTTPStatus.OK.value, f"{kind}; charset=utf-8", data)

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        headers = {"Cache-Control": "no-cache", "Content-Length": str(len(data))}
        if kind:
            headers["Content-Type"] = kind
        if self.close_connection:
            headers["Connection"] = "close"
        self._send_headers(headers)
        self.wfile.write(data)

    def _send_headers(self, headers: Mapping[str, str]) -> None:
        for name, text in {**_HEADERS, **headers}.items():
            self.send_header(name, text)
        self.end_headers()


class Server:
    """A running server of the page, for this machine only.

    It stops with the process, with :meth:`close`, or at the end of a ``with`` block.
    """

    def __init__(self, address: str, port: int, timeout: float, memory: int | str | None) -> None:
        self._pages = _Pages(port, timeout, memory)
        self._thread = threading.Thread(target=self._pages.serve_forever, daemon=True)
        self._thread.start()
        #: The address of the page.
        self.url = f"http://127.0.0.1:{self._pages.server_address[1]}/{address}"

    def wait(self) -> None:
        """Waits until the server is closed or Ctrl-C is pressed. A script calls this at its end."""
        try:
            while self._thread.is_alive():
                self._thread.join(_INTERVAL)
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """Stops the server and its work."""
        for work in list(self._pages.running.values()):
            work.cancel()
        self._pages.shutdown()
        self._pages.server_close()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<server of {self.url}>"
