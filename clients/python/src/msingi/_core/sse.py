"""Server-sent events, read from pieces of bytes as they come."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from ..errors import ConnectionFailed

# A change has at most 8 MB.
MOST_CHARACTERS = 16 * 1024 * 1024


class Frame(NamedTuple):
    """Frame is one event of a stream; without an `event` it is an id alone."""

    id: str
    event: str
    data: str


class SseReader:
    """SseReader makes frames of bytes."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._rest: list[str] = []
        self._id, self._event, self._moved = "", "", False
        self._data: list[str] = []
        self._size = 0

    def feed(self, piece: bytes) -> list[Frame]:
        """feed returns the frames that a piece completes. Raises ConnectionFailed for what is no stream of events."""
        try:
            text = self._decode(piece)
        except UnicodeDecodeError:
            raise ConnectionFailed("The stream of changes is not UTF-8.") from None
        self._size += len(text)
        if self._size > MOST_CHARACTERS:
            raise ConnectionFailed("An event of the stream is too long.")
        self._rest.append(text)
        if "\n" not in text:
            return []
        frames = []
        *lines, last = "".join(self._rest).split("\n")
        self._rest = [last]
        for line in lines:
            name, colon, text = line.removesuffix("\r").partition(":")
            text = text.removeprefix(" ")
            if name == "data":
                self._data.append(text)
            elif name == "id":
                self._id, self._moved = text, True
            elif name == "event":
                self._event = text
            if name or colon:
                continue
            if self._moved or self._event:
                frames.append(Frame(self._id, self._event, "\n".join(self._data)))
            self._event, self._moved, self._data, self._size = "", False, [], len(last)
        return frames
