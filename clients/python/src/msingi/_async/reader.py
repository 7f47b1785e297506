"""Subscriptions of an async client."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

from .._wire import log
from ..live import StatusChange
from .line import Items


class Reader:
    """Reader reads one subscription in a task of its own."""

    def __init__(self, items: Items, receive: Callable[[Any], object], ends_on_failure: bool) -> None:
        self._items = items
        self._receive = receive
        self._ends_on_failure = ends_on_failure
        self._is_over = False
        self.task = asyncio.create_task(self._read(), name="msingi-live")

    async def stop(self) -> None:
        """stop ends it and waits for its end, unless it is called by its own callback."""
        if self._is_over:
            return
        self._is_over = True
        if self.task is asyncio.current_task():
            await self._items.aclose()
        else:
            self.task.cancel()
            await asyncio.wait([self.task])
        await self._call(StatusChange("closed"))

    async def _read(self) -> None:
        try:
            async for batch in self._items.batches:
                for item in batch:
                    error = await self._call(item)
                    if self._is_over:
                        return
                    if error is not None and self._ends_on_failure:
                        await self._call(StatusChange("closed", error))
                        return
        except Exception as error:
            await self._call(StatusChange("closed", error))
        finally:
            await self._items.aclose()
            self._is_over = True

    async def _call(self, item: object) -> Exception | None:
        try:
            answer = self._receive(item)
            if answer is not None and inspect.isawaitable(answer):
                await answer
        except Exception as error:
            log.exception("A callback of live changes has failed.")
            return error
        return None
