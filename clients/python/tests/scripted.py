"""Servers of a test's own: one that answers as it is told, and a proxy that breaks connections."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

PROJECT = "0198a0b0-0000-7000-8000-000000000001"


@dataclass
class Script:
    """Script has the answers to come, the last one for ever, and the requests that came."""

    answers: list[tuple[int, dict[str, str], bytes]]
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""


def answer(status: int, data: object = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """answer is one in the envelope; underscores in names of headers are hyphens."""
    body = json.dumps({"success": status < 300, "message": "Said so.", "data": data}).encode()
    return status, {name.replace("_", "-"): text for name, text in headers.items()}, body


@contextlib.contextmanager
def scripted(*answers: tuple[int, dict[str, str], bytes]) -> Iterator[Script]:
    """scripted runs a server that gives some answers; status 0 breaks the connection off."""
    script = Script(list(answers))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_one(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): text for name, text in self.headers.items()}
            script.requests.append((self.command, self.path, headers, body))
            status, fields, content = script.answers.pop(0) if len(script.answers) > 1 else script.answers[0]
            if status == 0:
                self.close_connection = True
                return
            self.send_response(status)
            for name, text in fields.items():
                self.send_header(name, text)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = do_HEAD = handle_one  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    script.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Proxy:
    """Proxy passes connections on to a server, until it is told to cut them."""

    def __init__(self, target: str) -> None:
        where = urlsplit(target)
        self._target = (str(where.hostname), where.port or 80)
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.is_blocked = False
        self.refusals: list[bytes] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """cut breaks every connection."""
        for one in tuple(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """close ends it."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=[near], daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError):
            if self.is_blocked:
                return
            if self.refusals:
                refusal = self.refusals.pop(0)
                near.recv(65_536)
                near.sendall(refusal)
                return
            with socket.create_connection(self._target) as far:
                self._open |= {near, far}
                back = threading.Thread(target=_pump, args=[far, near], daemon=True)
                back.start()
                _pump(near, far)
                back.join()
                self._open -= {near, far}


def _pump(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(65_536):
            target.sendall(piece)
    for one in (source, target):
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
