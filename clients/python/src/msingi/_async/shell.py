"""The async shell: does the I/O of flows with httpx and websockets, in the event loop that calls."""

from __future__ import annotations

import asyncio
import inspect
import os
import time
import weakref
from collections.abc import AsyncGenerator, Callable
from typing import Any, TypeVar

import httpx
import websockets.asyncio.client
import websockets.exceptions

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
from .line import Items, Line
from .reader import Reader

T = TypeVar("T")


class _Loop:
    """What belongs to one event loop: the connections of one loop are of no use to another."""

    def __init__(self, wiring: Wiring) -> None:
        self.client = httpx.AsyncClient(**wiring.http_options())
        self.turn = asyncio.Lock()
        self._closing = self._close_with_loop()
        self._process = os.getpid()

    @property
    def is_ours(self) -> bool:
        return self._process == os.getpid()

    async def open(self) -> None:
        await anext(self._closing)

    async def close(self) -> None:
        await self._closing.aclose()

    # A loop that ends closes the generators that were begun in it.
    async def _close_with_loop(self) -> AsyncGenerator[None, None]:
        try:
            yield
        finally:
            await self.client.aclose()


class Async:
    """Async is the shell of AsyncMsingi."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._is_closed = False
        self._loops: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _Loop] = weakref.WeakKeyDictionary()
        self._lines: weakref.WeakSet[Line] = weakref.WeakSet()
        self._readers: set[Reader] = set()

    async def run(self, flow: Flow[T]) -> T:
        line = Line()
        running = Running(flow)
        try:
            while True:
                step = await self._advance(running, line)
                if isinstance(step, Done):
                    return step.value
        finally:
            running.close()
            await line.hang_up()

    def items(self, flow: Flow[None]) -> Items:
        line = Line()
        return Items(line, self._emitted(flow, line))

    async def _emitted(self, flow: Flow[None], line: Line) -> AsyncGenerator[Any, None]:
        running = Running(flow)
        self._lines.add(line)
        try:
            while isinstance(step := await self._advance(running, line), Emit):
                yield step.items
        except Stopped:
            return
        finally:
            running.close()
            self._lines.discard(line)
            await line.hang_up()

    def start(self, flow: Callable[[], Flow[None]], receive: Callable[[Any], object], ends_on_failure: bool) -> Reader:
        if self._is_closed:
            raise RuntimeError("This client is closed.")
        reader = Reader(self.items(flow()), receive, ends_on_failure)
        readers = self._readers
        readers.add(reader)
        reader.task.add_done_callback(lambda _: readers.discard(reader))
        return reader

    def restart(self) -> None:
        for line in tuple(self._lines):
            if line.is_live:
                line.interrupt()

    async def close(self) -> None:
        self._is_closed = True
        here = asyncio.get_running_loop()
        for reader in tuple(self._readers):
            if reader.task.get_loop() is here:
                await reader.stop()
        for line in tuple(self._lines):
            line.stop()
        loop = self._loops.pop(here, None)
        if loop is not None:
            await loop.close()

    async def _loop(self) -> _Loop:
        running = asyncio.get_running_loop()
        loop = self._loops.get(running)
        if loop is None or not loop.is_ours:
            if self._is_closed:
                raise RuntimeError("This client is closed.")
            self._loops[running] = loop = _Loop(self._wiring)
            await loop.open()
        return loop

    async def _advance(self, running: Running[T], line: Line) -> Emit | Done[T]:
        step = running.resume()
        while not isinstance(step, Emit | Done):
            if isinstance(step, Tell):
                answer = step.call()
                if inspect.isawaitable(answer):
                    await answer
                step = running.resume()
                continue
            try:
                answer = await self._perform(step, line)
            except Stopped:
                raise
            except Exception as error:
                if line.is_stopped:
                    raise Stopped from None
                step = running.fail(error)
            else:
                step = running.resume(answer)
        return step

    async def _perform(self, effect: Effect, line: Line) -> object:
        if line.is_stopped:
            raise Stopped
        answer: object = None
        match effect:
            case Exchange(request):
                answer = await self._exchange(request)
            case Read(seconds):
                answer = await self._read(line, seconds)
            case Pause(seconds):
                await line.pause(seconds)
            case Work(call):
                answer = await asyncio.to_thread(call)
            case Exclusively(flow):
                async with (await self._loop()).turn:
                    answer = await self.run(flow)
            case Open():
                answer = await self._open(effect, line)
            case Dial(url):
                await line.hold_socket(await self._dial(url))
            case Write() | Here() | Send() | Await():
                answer = await self._converse(effect, line)
            case HangUp():
                await line.hang_up()
            case Stop(handle):
                await handle.stop()
        return answer

    async def _converse(self, effect: Write | Here | Send | Await, line: Line) -> object:
        match effect:
            case Write(text):
                await line.write(text)
            case Here():
                return line
            case Send(other, text):
                await other.write(text)
            case Await(future, seconds):
                await asyncio.wait([asyncio.wrap_future(future)], timeout=seconds)
                return future.result() if future.done() else None
        return None

    async def _exchange(self, request: Request) -> Answer:
        until = time.monotonic() + request.seconds
        try:
            response = await self._send(request, request.seconds)
            try:
                pieces = []
                async for piece in response.aiter_bytes():
                    if time.monotonic() > until:
                        raise too_long(request)
                    pieces.append(piece)
            finally:
                await response.aclose()
            return Answer(response.status_code, dict(response.headers), b"".join(pieces))
        except httpx.RequestError as error:
            failure = http_failure(error, request)
        raise failure

    async def _open(self, effect: Open, line: Line) -> Answer:
        try:
            response = await self._send(effect.request, effect.silence)
            if response.is_success:
                await line.hold_response(response, effect.is_live)
                content = b""
            else:
                try:
                    content = await response.aread()
                finally:
                    await response.aclose()
            return Answer(response.status_code, dict(response.headers), content)
        except httpx.RequestError as error:
            failure = http_failure(error, effect.request)
        raise failure

    async def _read(self, line: Line, seconds: float | None) -> bytes | str | None:
        try:
            return await line.read(seconds)
        except (httpx.RequestError, httpx.StreamError) as error:
            failure = ConnectionFailed(f"The connection broke off ({type(error).__name__}).")
        raise failure

    async def _send(self, request: Request, seconds: float) -> httpx.Response:
        client = (await self._loop()).client
        sent = client.build_request(
            request.method,
            request.url,
            headers=request.headers,
            content=request.body,
            timeout=self._wiring.timeout(seconds),
        )
        return await client.send(sent, stream=True)

    async def _dial(self, url: str) -> websockets.asyncio.client.ClientConnection:
        try:
            connection = await websockets.asyncio.client.connect(url, **self._wiring.socket_options(url))
        except (OSError, asyncio.TimeoutError, websockets.exceptions.WebSocketException) as error:
            failure = dial_failure(error)
        else:
            if same_place(url, connection.protocol.uri):
                return connection
            await connection.close()
            failure = ConnectionFailed("The WebSocket was redirected, which is not followed.", status=302)
        raise failure
