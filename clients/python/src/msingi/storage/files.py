"""What the methods of `client.storage` take and return."""

from __future__ import annotations

import io
import mimetypes
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Literal, TypedDict, cast

from .._core.json import dumps

Body = bytes | str | Path | IO[bytes] | Iterable[bytes]
"""Body is what can be uploaded: bytes, a str as UTF-8, the path of a file, an open file from where it stands, or pieces
of bytes. A large one is never in memory as a whole."""

Progress = Callable[[int, int], object]
"""Progress is called with how many bytes are sent, and how many there are."""

# Pieces are gathered in memory up to this size, and in a file beyond.
_IN_MEMORY = 6 * 1024 * 1024


class StoredObject(TypedDict):
    """StoredObject is a file as the API returns it; `checksum` is its SHA-256, `version` another one with new bytes."""

    id: str
    bucket: str
    name: str
    folder: str
    size: int
    mime_type: str
    checksum: str
    version: str
    cache_control: str | None
    owner_id: str | None
    metadata: dict[str, Any]
    created_at: str
    updated_at: str


class Entry(TypedDict):
    """Entry is a part of a list: a whole StoredObject, or a folder, of which only `type` and `name` are known."""

    type: Literal["object", "folder"]
    name: str


@dataclass(frozen=True)
class ListPage:
    """ListPage is a page of a list; `next` is the cursor of the one behind it."""

    entries: list[dict[str, Any]]
    next: str | None


@dataclass(frozen=True)
class SignedUrl:
    """SignedUrl is an address that works without credentials until it expires. It is not shown: it is a credential."""

    url: str = field(repr=False)
    expires_at: str


class ImageOptions(TypedDict, total=False):
    """ImageOptions transform an image."""

    width: int
    height: int
    fit: Literal["cover", "contain", "fill", "inside", "outside"]
    format: Literal["webp", "avif", "jpeg", "png"]
    quality: int


@dataclass(frozen=True)
class FileOptions:
    """FileOptions say what a file is."""

    content_type: str | None = None
    cache_control: str | None = None
    metadata: Mapping[str, object] | None = None
    overwrite: bool = False

    def headers(self) -> dict[str, str]:
        """headers say it of a file that is sent whole."""
        headers = {}
        if self.content_type is not None:
            headers["content-type"] = self.content_type
        if self.cache_control is not None:
            headers["cache-control"] = self.cache_control
        if self.metadata is not None:
            headers["x-object-metadata"] = dumps(self.metadata)
        return headers

    def upload_metadata(self, name: str) -> dict[str, str]:
        """upload_metadata says it of a file that is sent resumably."""
        about = {"name": name}
        if self.content_type is not None:
            about["type"] = self.content_type
        if self.cache_control is not None:
            about["cache_control"] = self.cache_control
        if self.metadata is not None:
            about["metadata"] = dumps(self.metadata)
        if self.overwrite:
            about["overwrite"] = "true"
        return about


class Source:
    """Source is an open body, which can be read from any place. Its methods wait for disks."""

    def __init__(self, file: IO[bytes], key: str | None, is_ours: bool) -> None:
        self._file = file
        self._is_ours = is_ours
        self._begin = file.tell()
        self.size = file.seek(0, os.SEEK_END) - self._begin
        self.key = key
        """key names the content, where it is known to be the same the next time."""

    def read(self, offset: int, size: int) -> bytes:
        """read returns the bytes at an offset, fewer at the end."""
        self._file.seek(self._begin + offset)
        return self._file.read(size)

    def close(self) -> None:
        """close closes what `open_source` has opened."""
        if self._is_ours:
            self._file.close()


def type_of(name: str, body: Body) -> str | None:
    """type_of returns the type of a file of which nobody has said it: a str is plain text. Of other bodies names tell
    texts, whose bytes tell the server nothing; all else the server finds out."""
    if isinstance(body, str):
        return "text/plain; charset=utf-8"
    told = _types.guess_type(name)
    is_text = told[1] is None and told[0] is not None and (told[0].startswith("text/") or told[0] in _TEXTS)
    return told[0] if is_text else None


# Those of this module alone: those of the machine differ from one to the next.
_types = mimetypes.MimeTypes()
_TEXTS = frozenset({"application/json", "application/javascript", "image/svg+xml"})


def open_source(body: Body) -> Source:
    """open_source opens a body."""
    if isinstance(body, str):
        body = body.encode()
    if isinstance(body, bytes):
        return Source(io.BytesIO(body), None, is_ours=True)
    if isinstance(body, Path):
        about = body.stat()
        return Source(body.open("rb"), f"{body.name}.{about.st_size}.{about.st_mtime_ns}", is_ours=True)
    if isinstance(body, (io.IOBase, tempfile.SpooledTemporaryFile)) and body.seekable():
        return Source(cast(IO[bytes], body), None, is_ours=False)
    gathered = cast(IO[bytes], tempfile.SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115 - the Source closes it
    for piece in _pieces_of(body):
        gathered.write(piece)
    gathered.seek(0)
    return Source(gathered, None, is_ours=True)


def _pieces_of(body: IO[bytes] | Iterable[bytes]) -> Iterable[bytes]:
    read = getattr(body, "read", None)
    return body if read is None else iter(lambda: cast(bytes, read(65_536)), b"")
