"""Subscriptions of an async client."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

from .._wire import log
from ..live import StatusChange
from .line import Items

# Beyond it, whoever reads waits, and with them the server: nothing is dropped.
_MOST_WAITING = 1000


class Reader:
    """Reader reads one subscription in a task of its own, and calls back in another: a callback may wait for what is
    read."""

    def __init__(self, items: Items, receive: Callable[[Any], object], ends_on_failure: bool) -> None:
        self._items = items
        self._receive = receive
        self._ends_on_failure = ends_on_failure
        self._is_over = False
        # None is the end.
        self._waiting: asyncio.Queue[Any] = asyncio.Queue(_MOST_WAITING)
        self._reading = asyncio.create_task(self._read(), name="msingi-live")
        self.task = asyncio.create_task(self._deliver(), name="msingi-callbacks")

    async def stop(self) -> None:
        """stop ends it and waits for its end, unless it is called by its own callback."""
        if self._is_over:
            return
        self._is_over = True
        if self.task is asyncio.current_task():
            await self._stop_reading()
        else:
            self.task.cancel()
            await asyncio.wait([self.task])
        await self._call(StatusChange("closed"))

    async def _read(self) -> None:
        try:
            async for batch in self._items.batches:
                for item in batch:
                    await self._waiting.put(item)
        except Exception as error:
            await self._waiting.put(StatusChange("closed", error))
        finally:
            await self._items.aclose()
        await self._waiting.put(None)

    async def _stop_reading(self) -> None:
        self._reading.cancel()
        await asyncio.wait([self._reading])

    async def _deliver(self) -> None:
        try:
            while not self._is_over and (item := await self._waiting.get()) is not None:
                error = await self._call(item)
                if error is not None and self._ends_on_failure and not self._is_over:
                    await self._call(StatusChange("closed", error))
                    return
        finally:
            self._is_over = True
            await self._stop_reading()

    async def _call(self, item: object) -> Exception | None:
        try:
            answer = self._receive(item)
            if answer is not None and inspect.isawaitable(answer):
                await answer
        except Exception as error:
            log.exception("A callback of live changes has failed.")
            return error
        return None
