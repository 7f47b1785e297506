"""Callbacks of a blocking client: a thread reads each subscription, and one thread calls all callbacks."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from .._wire import log
from ..live import StatusChange

# Beyond it, whoever reads waits, and with them the server: nothing is dropped.
_MOST_WAITING = 1000


class Reader:
    """Reader reads one subscription in a thread of its own."""

    def __init__(
        self, begin: Callable[[], Any], receive: Callable[[Any], object], ends_on_failure: bool = False
    ) -> None:
        self.begin = begin
        self.receive = receive
        self.ends_on_failure = ends_on_failure
        self.is_stopped = False
        self.thread: threading.Thread | None = None
        self.items: Any = None


class Callbacks:
    """Callbacks calls what subscriptions receive, one after the other."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[tuple[Reader, Any]] = deque()
        self._blocked = 0
        self._readers: set[Reader] = set()
        self._thread: threading.Thread | None = None
        self._is_served = False

    @property
    def readers(self) -> tuple[Reader, ...]:
        """readers are the subscriptions that are not over."""
        return tuple(self._readers)

    def start(self, reader: Reader) -> Reader:
        """start reads what a reader's `begin` opens and has its `receive` called with each item."""
        self.resume([reader])
        return reader

    def resume(self, readers: Iterable[Reader]) -> None:
        """resume starts the threads of some subscriptions."""
        for reader in readers:
            if reader.is_stopped:
                continue
            reader.items = reader.begin()
            reader.thread = threading.Thread(
                target=self._read, args=[reader, reader.items], name="msingi-live", daemon=True
            )
            with self._changed:
                self._readers.add(reader)
            reader.thread.start()
        self._ensure_thread()

    def stop(self, reader: Reader, error: Exception | None = None) -> None:
        """stop ends a subscription and waits for its thread. What waits for its callback is dropped."""
        with self._changed:
            if reader.is_stopped:
                return
            reader.is_stopped = True
            was_reading = reader in self._readers
            self._changed.notify_all()
        reader.items.close()
        if reader.thread is not None and reader.thread is not threading.current_thread():
            reader.thread.join()
        self._end(reader)
        if was_reading or error is not None:
            _call(reader, StatusChange("closed", error))
        thread = self._thread
        if not self._readers and thread is not None and thread is not threading.current_thread():
            thread.join()

    def close(self) -> None:
        """close ends all subscriptions."""
        for reader in self.readers:
            self.stop(reader)

    def serve(self) -> None:
        """serve calls callbacks in this thread until no subscription is left."""
        with self._changed:
            if self._is_served:
                raise RuntimeError("Another thread serves the callbacks already.")
            self._is_served = True
            self._changed.notify_all()
            thread = self._thread
        try:
            if thread is not None:
                thread.join()
            self._deliver(lambda: not self._readers and not self._waiting)
        finally:
            self._is_served = False
            self._ensure_thread()

    def _ensure_thread(self) -> None:
        with self._changed:
            is_needed = (self._readers or self._waiting) and not self._is_served
            if not is_needed or (self._thread is not None and self._thread.is_alive()):
                return
            self._thread = threading.Thread(target=self._deliver_here, name="msingi-callbacks", daemon=True)
            self._thread.start()

    def _deliver_here(self) -> None:
        self._deliver(lambda: self._is_served or (not self._readers and not self._waiting))
        with self._changed:
            self._thread = None
        # A subscription may have begun just now.
        self._ensure_thread()

    def _deliver(self, is_over: Callable[[], bool]) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or is_over())
            # One thread takes, so it needs no lock for it.
            while self._waiting and not is_over():
                reader, item = self._waiting.popleft()
                if self._blocked and len(self._waiting) <= _MOST_WAITING // 2:
                    with self._changed:
                        self._changed.notify_all()
                if not reader.is_stopped and (error := _call(reader, item)) and reader.ends_on_failure:
                    self.stop(reader, error)
            if is_over():
                return

    def _read(self, reader: Reader, items: Any) -> None:
        try:
            for batch in items.batches:
                self._put(reader, batch)
        except Exception as error:
            self._put(reader, [StatusChange("closed", error)])
        finally:
            items.close()
            self._end(reader)

    def _put(self, reader: Reader, batch: Iterable[object]) -> None:
        with self._changed:
            for item in batch:
                if len(self._waiting) >= _MOST_WAITING:
                    self._changed.notify_all()
                    self._blocked += 1
                    self._changed.wait_for(lambda: reader.is_stopped or len(self._waiting) < _MOST_WAITING)
                    self._blocked -= 1
                if reader.is_stopped:
                    return
                self._waiting.append((reader, item))
            self._changed.notify_all()

    def _end(self, reader: Reader) -> None:
        with self._changed:
            self._readers.discard(reader)
            self._changed.notify_all()


def _call(reader: Reader, item: object) -> Exception | None:
    try:
        reader.receive(item)
    except Exception as error:
        log.exception("A callback of live changes has failed.")
        return error
    return None
