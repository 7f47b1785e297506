"""The connection of a flow, and what it emits, in the task that asks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterator, Sequence
from typing import Any

import httpx
import websockets.asyncio.client
import websockets.exceptions

from .._wire import closing_of, raw_socket, shut
from ..errors import ConnectionFailed


async def _nothing() -> AsyncIterator[bytes]:
    return
    yield


# Up to Python 3.11, asyncio.wait_for loses a cancellation that comes in the same turn as the result.
async def _within(seconds: float, reading: Coroutine[Any, Any, bytes | str]) -> bytes | str:
    task = asyncio.ensure_future(reading)
    try:
        await asyncio.wait([task], timeout=seconds)
    finally:
        task.cancel()
    if task.done():
        return task.result()
    await asyncio.wait([task])
    raise ConnectionFailed("The server did not answer over the WebSocket in time.")


class Line:
    """Line is the one connection that a flow has open, if any. Other tasks may stop it."""

    def __init__(self) -> None:
        self.is_stopped = False
        self.is_live = False
        self._pause: asyncio.Future[None] | None = None
        self._response: httpx.Response | None = None
        self._pieces: AsyncIterator[bytes] = _nothing()
        self._socket: websockets.asyncio.client.ClientConnection | None = None

    async def hold_response(self, response: httpx.Response, is_live: bool) -> None:
        await self.hang_up()
        self._response, self._pieces, self.is_live = response, response.aiter_bytes(), is_live

    async def hold_socket(self, connection: websockets.asyncio.client.ClientConnection) -> None:
        await self.hang_up()
        self._socket, self.is_live = connection, True

    async def read(self, seconds: float | None) -> bytes | str | None:
        connection = self._socket
        if connection is None:
            return await anext(self._pieces, None)
        try:
            return await (connection.recv() if seconds is None else _within(seconds, connection.recv()))
        except websockets.exceptions.ConnectionClosed as error:
            failure = closing_of(error)
        raise failure

    async def write(self, text: str) -> None:
        failure: Exception | None = None
        try:
            if self._socket is not None:
                await self._socket.send(text)
        except websockets.exceptions.ConnectionClosed as error:
            failure = closing_of(error)
        if failure is not None:
            raise failure

    async def pause(self, seconds: float) -> None:
        self._pause = asyncio.get_running_loop().create_future()
        await asyncio.wait([self._pause], timeout=seconds)

    async def hang_up(self) -> None:
        """hang_up closes the connection."""
        response, connection = self._response, self._socket
        self._response = self._socket = None
        self._pieces, self.is_live = _nothing(), False
        if connection is not None:
            try:
                await connection.close()
            except asyncio.CancelledError:
                # The loop ends: nobody would close it any more.
                connection.transport.abort()
                raise
        if response is not None:
            await response.aclose()

    def interrupt(self) -> None:
        """interrupt breaks the connection off, for the task that reads to see."""
        if self._socket is not None:
            shut(self._socket.transport.get_extra_info("socket"))
        if self._response is not None:
            shut(raw_socket(self._response))

    def stop(self) -> None:
        self.is_stopped = True
        if self._pause is not None and not self._pause.done():
            self._pause.set_result(None)
        self.interrupt()


class Items:
    """Items iterates over what a flow emits, item by item, or in `batches` as they came."""

    def __init__(self, line: Line, batches: AsyncGenerator[Sequence[Any], None]) -> None:
        self._line = line
        self._left: Iterator[Any] = iter(())
        self.batches = batches

    async def __anext__(self) -> Any:
        while True:
            for item in self._left:
                return item
            self._left = iter(await anext(self.batches))

    async def aclose(self) -> None:
        self._line.stop()
        self._left = iter(())
        # Where another task is at it, it was woken and ends it.
        with contextlib.suppress(RuntimeError):
            await self.batches.aclose()
