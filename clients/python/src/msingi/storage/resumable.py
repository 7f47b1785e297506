"""Resumable uploads: tus 1.0, as far as the client needs it."""

from __future__ import annotations

import base64
import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from .._core.answers import reply_of
from .._core.effects import Answer, Flow, Pause, Work
from .._core.http import Call, Server, segment
from .._core.session import Store
from ..errors import ConnectionFailed, MsingiError, NotFound
from .files import Progress, Source

_CHUNK = 16 * 1024 * 1024
_PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
# A server that restarts, another request that is not over yet, an offset that has moved.
_PASSING = frozenset({408, 409, 423, 429})
_VERSION = {"tus-resumable": "1.0.0"}


@dataclass
class Upload:
    """Upload is a file on its way. `send` goes on where it stands, also where an earlier call has left it."""

    server: Server
    store: Store
    bucket: str
    source: Source
    metadata: Mapping[str, str]
    key: str | None
    on_progress: Progress | None
    _id: str | None = None
    _offset: int = 0
    _has_moved: bool = False
    _failure: MsingiError | None = None

    def send(self) -> Flow[Any]:
        """send returns the object that the file has become."""
        self.server = self.server.begun()
        kept = None if self.key is None else self.store.get(self.key)
        # What an earlier call began goes on where the file is to become the same; with other options it begins anew.
        begun, _, about = (kept or "").partition(" ")
        self._id = begun if begun and about == self._about() else None
        failures = 0
        while True:
            try:
                yield from self._send_rest()
                stored = reply_of((yield from self._call("GET"))).member("object")
                self._forget()
                return stored
            except MsingiError as error:
                if self._has_moved:
                    failures, self._has_moved = 0, False
                if failures == len(_PAUSES) or not _is_passing(error):
                    # Whoever has to sign in again goes on afterwards.
                    if 400 <= error.status < 500 and error.status != 401:
                        self._forget()
                    raise
                if (error.retry_after or 0.0) > _PAUSES[-1]:
                    raise
                self._failure = error
                pause = _PAUSES[failures] * random.uniform(0.5, 1)  # noqa: S311 - spreads clients
                failures += 1
                yield Pause(max(pause, error.retry_after or 0.0))

    def _send_rest(self) -> Flow[None]:
        stood = None if self._id is None else (yield from self._ask())
        if stood is None:
            yield from self._begin()
        self._offset = stood or 0
        self._report()
        while self._offset < self.source.size:
            piece = yield Work(partial(self.source.read, self._offset, _CHUNK))
            headers = {
                "content-type": "application/offset+octet-stream",
                "upload-offset": str(self._offset),
            }
            answer = yield from self._call("PATCH", headers, piece)
            self._offset = self._offset_of(answer, self._offset + 1)
            self._has_moved = True
            self._report()

    def _begin(self) -> Flow[None]:
        headers = {
            **_VERSION,
            "upload-length": str(self.source.size),
            "upload-metadata": self._metadata(),
        }
        path = f"{self.server.path}/storage/buckets/{segment(self.bucket)}/resumable"
        answer = yield from self.server.send(Call("POST", path, headers=headers))
        self._id = answer.headers.get("location", "").rsplit("/", 1)[-1] or None
        if self._id is None:
            raise MsingiError("The server has not said where the upload is.", status=answer.status)
        if self.key is not None:
            self.store[self.key] = f"{self._id} {self._about()}"

    def _about(self) -> str:
        return f"{self.source.size} {self._metadata()}"

    def _metadata(self) -> str:
        return ",".join(f"{name} {base64.b64encode(text.encode()).decode()}" for name, text in self.metadata.items())

    # None where the upload is gone: it has expired, or another user began it.
    def _ask(self) -> Flow[int | None]:
        try:
            return self._offset_of((yield from self._call("HEAD")), 0)
        except NotFound:
            # The server has ended it with the failure before: the name is taken, for instance.
            if self._failure is not None and self._failure.status == 409:
                raise self._failure from None
            self._forget()
            return None

    def _call(
        self, method: str, headers: Mapping[str, str] | None = None, content: bytes | None = None
    ) -> Flow[Answer]:
        path = f"{self.server.path}/storage/resumable/{self._id}"
        call = Call(method, path, headers={**_VERSION, **(headers or {})}, content=content, seconds=math.inf)
        return (yield from self.server.send(call))

    # An upload that does not advance would be sent for ever.
    def _offset_of(self, answer: Answer, least: int) -> int:
        text = answer.headers.get("upload-offset", "")
        offset = int(text) if text.isascii() and text.isdigit() else -1
        if not least <= offset <= self.source.size:
            raise MsingiError("The server has not said how much of the file is there.", status=answer.status)
        return offset

    def _forget(self) -> None:
        self._id = None
        if self.key is not None:
            self.store.pop(self.key, None)

    def _report(self) -> None:
        if self.on_progress is not None:
            self.on_progress(self._offset, self.source.size)


def _is_passing(error: MsingiError) -> bool:
    return isinstance(error, ConnectionFailed) or error.status >= 500 or error.status in _PASSING
