"""The connection of a flow, and what it emits, in the thread that asks."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Generator, Iterator, Sequence
from typing import Any

import httpx
import websockets.exceptions
import websockets.sync.client

from .._wire import closing_of, raw_socket, shut
from ..errors import ConnectionFailed


class Line:
    """Line is the one connection that a flow has open, if any. Other threads may stop it."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.is_live = False
        self._process = os.getpid()
        self._response: httpx.Response | None = None
        self._pieces: Iterator[bytes] = iter(())
        self._socket: websockets.sync.client.ClientConnection | None = None

    def hold_response(self, response: httpx.Response, is_live: bool) -> None:
        self.hang_up()
        self._response, self._pieces, self.is_live = response, response.iter_bytes(), is_live
        self._process = os.getpid()

    def hold_socket(self, connection: websockets.sync.client.ClientConnection) -> None:
        self.hang_up()
        self._socket, self.is_live = connection, True
        self._process = os.getpid()

    def read(self, seconds: float | None) -> bytes | str | None:
        if self._process != os.getpid():
            raise ConnectionFailed("The process was forked, and this connection belongs to the one before.")
        if self._socket is None:
            return next(self._pieces, None)
        try:
            return self._socket.recv(seconds)
        except TimeoutError:
            failure: Exception = ConnectionFailed("The server did not answer over the WebSocket in time.")
        except websockets.exceptions.ConnectionClosed as error:
            failure = closing_of(error)
        raise failure

    def write(self, text: str) -> None:
        failure: Exception | None = None
        if self._process != os.getpid():
            raise ConnectionFailed("The process was forked, and this connection belongs to the one before.")
        try:
            if self._socket is not None:
                self._socket.send(text)
        except websockets.exceptions.ConnectionClosed as error:
            failure = closing_of(error)
        if failure is not None:
            raise failure

    def hang_up(self) -> None:
        """hang_up closes the connection. One that a process before opened is that one's to close."""
        response, connection = self._response, self._socket
        self._response = self._socket = None
        self._pieces, self.is_live = iter(()), False
        if self._process != os.getpid():
            return
        if connection is not None:
            connection.close()
            # The library waits for the thread that reads, and not for the one that pings.
            if (pinging := getattr(connection, "keepalive_thread", None)) is not None:
                pinging.join()
        if response is not None:
            response.close()

    def interrupt(self) -> None:
        """interrupt breaks the connection off, for the thread that reads to see."""
        response, connection = self._response, self._socket
        if connection is not None:
            shut(connection.socket)
        if response is not None:
            shut(raw_socket(response))

    def stop(self) -> None:
        self.stopped.set()
        self.interrupt()


class Items:
    """Items iterates over what a flow emits, item by item, or in `batches` as they came."""

    def __init__(self, line: Line, batches: Generator[Sequence[Any], None, None]) -> None:
        self._line = line
        self._left: Iterator[Any] = iter(())
        self.batches = batches

    def __next__(self) -> Any:
        while True:
            for item in self._left:
                return item
            self._left = iter(next(self.batches))

    def close(self) -> None:
        self._line.stop()
        self._left = iter(())
        # Where another thread is at it, it was woken and ends it.
        with contextlib.suppress(ValueError):
            self.batches.close()
