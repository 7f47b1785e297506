"""The blocking shell: does the I/O of flows with httpx and websockets, in the thread that calls."""

from __future__ import annotations

import concurrent.futures
import os
import threading
import time
import weakref
from collections.abc import Callable, Generator
from typing import Any, TypeVar

import httpx
import websockets.exceptions
import websockets.sync.client

from .._core.effects import (
    Answer,
    Await,
    Dial,
    Done,
    Effect,
    Emit,
    Exchange,
    Exclusively,
    Flow,
    HangUp,
    Here,
    Open,
    Pause,
    Read,
    Request,
    Running,
    Send,
    Stop,
    Tell,
    Work,
    Write,
)
from .._wire import Stopped, Wiring, dial_failure, http_failure, same_place, too_long
from ..errors import ConnectionFailed
from .callbacks import Callbacks, Reader
from .line import Items, Line

T = TypeVar("T")


class Blocking:
    """Blocking is the shell of Msingi."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._client: httpx.Client | None = None
        self._is_closed = False
        self._lines: weakref.WeakSet[Line] = weakref.WeakSet()
        self._begin()
        _shells.add(self)

    def _begin(self) -> None:
        self._process = os.getpid()
        self._opening = threading.Lock()
        self._turn = threading.Lock()
        self._callbacks = Callbacks()

    def run(self, flow: Flow[T]) -> T:
        line = Line()
        running = Running(flow)
        try:
            while True:
                step = self._advance(running, line)
                if isinstance(step, Done):
                    return step.value
        finally:
            running.close()
            line.hang_up()

    def items(self, flow: Flow[None]) -> Items:
        line = Line()
        return Items(line, self._emitted(flow, line))

    def _emitted(self, flow: Flow[None], line: Line) -> Generator[Any, None, None]:
        running = Running(flow)
        self._lines.add(line)
        try:
            while isinstance(step := self._advance(running, line), Emit):
                yield step.items
        except Stopped:
            return
        finally:
            running.close()
            self._lines.discard(line)
            line.hang_up()

    def start(self, flow: Callable[[], Flow[None]], receive: Callable[[Any], object], ends_on_failure: bool) -> Reader:
        return self._callbacks.start(Reader(lambda: self.items(flow()), receive, ends_on_failure))

    def serve(self) -> None:
        """serve calls callbacks in this thread until no subscription is left."""
        self._callbacks.serve()

    def restart(self) -> None:
        for line in tuple(self._lines):
            if line.is_live:
                line.interrupt()

    def close(self) -> None:
        self._is_closed = True
        self._callbacks.close()
        for line in tuple(self._lines):
            line.stop()
        client, self._client = self._client, None
        if client is not None and self._process == os.getpid():
            client.close()

    def after_fork(self) -> None:
        """after_fork makes this the shell of a new process: no thread, lock or socket is of use that was before."""
        readers = self._callbacks.readers
        self._client = None
        self._begin()
        self._callbacks.resume(readers)

    def _http(self) -> httpx.Client:
        client = self._client
        if client is None:
            with self._opening:
                if self._is_closed:
                    raise RuntimeError("This client is closed.")
                if self._client is None:
                    self._client = httpx.Client(**self._wiring.http_options())
                client = self._client
        return client

    def _advance(self, running: Running[T], line: Line) -> Emit | Done[T]:
        step = running.resume()
        while not isinstance(step, Emit | Done):
            if isinstance(step, Tell):
                step.call()
                step = running.resume()
                continue
            try:
                answer = self._perform(step, line)
            except Stopped:
                raise
            except Exception as error:
                if line.stopped.is_set():
                    raise Stopped from None
                step = running.fail(error)
            else:
                step = running.resume(answer)
        return step

    def _perform(self, effect: Effect, line: Line) -> object:
        if line.stopped.is_set():
            raise Stopped
        answer: object = None
        match effect:
            case Exchange(request):
                answer = self._exchange(request)
            case Read(seconds):
                answer = self._read(line, seconds)
            case Pause(seconds):
                line.stopped.wait(seconds)
            case Work(call):
                answer = call()
            case Exclusively(flow):
                with self._turn:
                    answer = self.run(flow)
            case Open():
                answer = self._open(effect, line)
            case Dial(url):
                line.hold_socket(self._dial(url))
            case Write() | Here() | Send() | Await():
                answer = self._converse(effect, line)
            case HangUp():
                line.hang_up()
            case Stop(handle):
                self._callbacks.stop(handle)
        return answer

    def _converse(self, effect: Write | Here | Send | Await, line: Line) -> object:
        match effect:
            case Write(text):
                line.write(text)
            case Here():
                return line
            case Send(other, text):
                other.write(text)
            case Await(future, seconds):
                concurrent.futures.wait([future], seconds)
                return future.result() if future.done() else None
        return None

    def _exchange(self, request: Request) -> Answer:
        until = time.monotonic() + request.seconds
        try:
            response = self._send(request, request.seconds)
            try:
                pieces = []
                for piece in response.iter_bytes():
                    if time.monotonic() > until:
                        raise too_long(request)
                    pieces.append(piece)
            finally:
                response.close()
            return Answer(response.status_code, dict(response.headers), b"".join(pieces))
        except httpx.RequestError as error:
            failure = http_failure(error, request)
        raise failure

    def _open(self, effect: Open, line: Line) -> Answer:
        try:
            response = self._send(effect.request, effect.silence)
            if response.is_success:
                line.hold_response(response, effect.is_live)
                content = b""
            else:
                try:
                    content = response.read()
                finally:
                    response.close()
            return Answer(response.status_code, dict(response.headers), content)
        except httpx.RequestError as error:
            failure = http_failure(error, effect.request)
        raise failure

    def _read(self, line: Line, seconds: float | None) -> bytes | str | None:
        try:
            return line.read(seconds)
        except (httpx.RequestError, httpx.StreamError) as error:
            failure = ConnectionFailed(f"The connection broke off ({type(error).__name__}).")
        raise failure

    def _send(self, request: Request, seconds: float) -> httpx.Response:
        client = self._http()
        sent = client.build_request(
            request.method,
            request.url,
            headers=request.headers,
            content=request.body,
            timeout=self._wiring.timeout(seconds),
        )
        return client.send(sent, stream=True)

    def _dial(self, url: str) -> websockets.sync.client.ClientConnection:
        try:
            options = self._wiring.socket_options(url)
            # Entered, since the library warns of connections that are not.
            connection: websockets.sync.client.ClientConnection = websockets.sync.client.connect(
                url, **options
            ).__enter__()
        except (OSError, TimeoutError, websockets.exceptions.WebSocketException) as error:
            failure = dial_failure(error)
        else:
            if same_place(url, connection.protocol.uri):
                return connection
            connection.close()
            failure = ConnectionFailed("The WebSocket was redirected, which is not followed.", status=302)
        raise failure


_shells: weakref.WeakSet[Blocking] = weakref.WeakSet()


def _after_fork() -> None:
    for shell in tuple(_shells):
        shell.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
