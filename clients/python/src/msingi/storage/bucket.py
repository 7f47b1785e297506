"""Files of one bucket, by their names."""

from __future__ import annotations

import contextlib
import math
import os
import unicodedata
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal
from urllib.parse import quote, urlencode

from .._core.answers import reply_of
from .._core.effects import Emit, Flow, Read, Work
from .._core.http import Call, Server, given, lowered, params_of, segment
from .._core.shell import Part, S, Stream, operation
from ..errors import NotFound
from .files import (
    Body,
    FileOptions,
    ImageOptions,
    ListPage,
    Progress,
    SignedUrl,
    Source,
    StoredObject,
    open_source,
    type_of,
)
from .resumable import Upload

if TYPE_CHECKING:
    from typing_extensions import Unpack

_RESUMABLE = 6 * 1024 * 1024
_SILENCE = 60.0
_SignedUrls = list[SignedUrl]  # Within the class, `list` is its method.


class Bucket(Part[S], Generic[S]):
    """Bucket reads and writes the files of one bucket, by their names."""

    def __init__(self, shell: S, server: Server, key: str) -> None:
        super().__init__(shell)
        self._server = server
        self._key = key
        self._path = f"{server.path}/storage/buckets/{segment(key)}"
        self._objects = f"{server.path}/storage/objects"

    def _begun(self) -> Bucket[S]:
        return Bucket(self._shell, self._server.begun(), self._key)

    @operation
    def upload(
        self,
        name: str,
        body: Body,
        *,
        content_type: str | None = None,
        cache_control: str | None = None,
        metadata: Mapping[str, object] | None = None,
        overwrite: bool = False,
        resumable: bool | None = None,
        resume_key: str | None = None,
        on_progress: Progress | None = None,
    ) -> Flow[StoredObject]:
        """upload stores a file and returns it. Without a `content_type`, a str is plain text, and of bytes the name and the
        server tell it. Those of more than 6 MB are sent resumably, in pieces of 16 MB, and go on
        after a broken connection. With the path of a file, or with a `resume_key` that names the content, and a `store`
        of the client that lasts, they also go on with a later call. A name that is taken raises Conflict, unless
        `overwrite` replaces it."""
        options = FileOptions(content_type or type_of(name, body), cache_control, metadata, overwrite)
        source: Source = yield Work(partial(open_source, body))
        try:
            if source.size > _RESUMABLE if resumable is None else resumable:
                key = resume_key or source.key
                upload = Upload(
                    self._server,
                    self._server.session.store,
                    self._key,
                    source,
                    options.upload_metadata(name),
                    key and f"msingi.upload.{self._path}.{name}.{key}",
                    on_progress,
                )
                return (yield from upload.send())  # type: ignore[no-any-return]
            content = yield Work(partial(source.read, 0, source.size))
            method, path = "PUT" if overwrite else "POST", f"{self._path}/objects/{_path_of(name)}"
            call = Call(method, path, content=content, headers=options.headers(), seconds=math.inf)
            stored: StoredObject = (yield from self._server.request(call)).data
            if on_progress is not None:
                on_progress(source.size, source.size)
            return stored
        finally:
            source.close()

    @operation
    def upload_to_signed_url(self, url: str, body: Body, *, content_type: str | None = None) -> Flow[StoredObject]:
        """upload_to_signed_url sends a file to an address of `create_signed_upload_url`, without credentials. It has the
        type that was said there, or is said here."""
        source: Source = yield Work(partial(open_source, body))
        try:
            content = yield Work(partial(source.read, 0, source.size))
        finally:
            source.close()
        call = Call("PUT", url, content=content, headers=FileOptions(content_type).headers(), seconds=math.inf)
        stored: StoredObject = reply_of((yield from self._server.send_bare(call))).object
        return stored

    @operation
    def download(self, name: str) -> Flow[bytes]:
        """download returns the bytes of a file."""
        return b"".join((yield from self._all_pieces(f"{self._path}/objects/{_path_of(name)}")))

    @operation
    def download_to(self, name: str, path: str | os.PathLike[str]) -> Flow[int]:
        """download_to writes a file to a path, which is there as a whole or not at all, and returns its size."""
        target = Path(path)
        partly = target.with_name(f".{target.name}.{os.urandom(4).hex()}.part")
        file = yield Work(partial(partly.open, "xb"))
        try:
            size = 0
            yield from self._open(f"{self._path}/objects/{_path_of(name)}")
            while (piece := (yield Read())) is not None:
                size += yield Work(partial(file.write, piece))
            yield Work(file.close)
            yield Work(partial(partly.replace, target))
            return size
        finally:
            file.close()
            partly.unlink(missing_ok=True)

    def open(self, name: str, *, headers: Mapping[str, str] | None = None) -> Stream[bytes, S]:
        """open returns the pieces of a file as they come. `headers` may have a Range."""

        def pieces() -> Flow[None]:
            yield from self._open(f"{self._path}/objects/{_path_of(name)}", headers)
            while (piece := (yield Read())) is not None:
                yield Emit([piece])

        return Stream(self._shell, pieces())

    @operation
    def image(self, name: str, **options: Unpack[ImageOptions]) -> Flow[bytes]:
        """image returns an image in another size or format."""
        stored = yield from self._get(name)
        path = f"{self._objects}/{stored['id']}/image{_search(options)}"
        return b"".join((yield from self._all_pieces(path)))

    @operation
    def get(self, name: str) -> Flow[StoredObject]:
        """get returns a file without its bytes. It raises NotFound for one that does not exist, or that policies hide."""
        return (yield from self._get(name))

    @operation
    def list(
        self,
        prefix: str | None = None,
        *,
        delimiter: Literal["/"] | None = None,
        search: str | None = None,
        order: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> Flow[ListPage]:
        """list returns a page of files, by name unless `order` says otherwise, such as `created_at.desc`."""
        options = {"prefix": prefix, "delimiter": delimiter, "search": search}
        return (yield from self._list({**options, "order": order, "limit": limit, "cursor": cursor}))

    @operation
    def move(self, name: str, to: str, *, bucket: str | None = None) -> Flow[StoredObject]:
        """move renames a file, or moves it to another bucket, and returns it."""
        stored = yield from self._get(name)
        body = given(name=to, bucket_id=bucket)
        return (yield from self._call("PATCH", f"{self._objects}/{stored['id']}", body))  # type: ignore[no-any-return]

    @operation
    def copy(
        self, name: str, to: str, *, bucket: str | None = None, overwrite: bool | None = None
    ) -> Flow[StoredObject]:
        """copy copies a file, into another bucket if one is named, and returns the copy."""
        stored = yield from self._get(name)
        body = given(name=to, bucket_id=bucket, overwrite=overwrite)
        return (yield from self._call("POST", f"{self._objects}/{stored['id']}/copy", body))  # type: ignore[no-any-return]

    @operation
    def remove(self, *names: str) -> Flow[None]:
        """remove deletes files. Those that do not exist count as deleted."""
        for name in names:
            with contextlib.suppress(NotFound):
                stored = yield from self._get(name)
                yield from self._call("DELETE", f"{self._objects}/{stored['id']}")

    @operation
    def create_signed_url(
        self,
        name: str,
        *,
        expires_in: int | None = None,
        download: bool | str | None = None,
        transform: ImageOptions | None = None,
    ) -> Flow[SignedUrl]:
        """create_signed_url returns an address from which a file is downloaded without credentials, for `expires_in`
        seconds. `download` has browsers save it, under a name if it is one."""
        return (yield from self._sign_download(name, expires_in, download, transform))

    @operation
    def create_signed_urls(
        self,
        names: Sequence[str],
        *,
        expires_in: int | None = None,
        download: bool | str | None = None,
        transform: ImageOptions | None = None,
    ) -> Flow[_SignedUrls]:
        """create_signed_urls returns an address for each of some files, in their order."""
        urls = []
        for name in names:
            urls.append((yield from self._sign_download(name, expires_in, download, transform)))
        return urls

    @operation
    def create_signed_upload_url(
        self,
        name: str,
        *,
        expires_in: int | None = None,
        size: int | None = None,
        content_type: str | None = None,
        cache_control: str | None = None,
        metadata: Mapping[str, object] | None = None,
        overwrite: bool | None = None,
    ) -> Flow[SignedUrl]:
        """create_signed_upload_url returns an address to which one file of that name is uploaded, once, without
        credentials."""
        body = given(
            bucket_id=self._key,
            object_name=name,
            content_length=size,
            content_type=content_type,
            overwrite=overwrite,
            cache_control=cache_control,
            metadata=metadata,
            expires_in=expires_in,
        )
        return (yield from self._sign("signed-upload-url", body))

    def public_url(self, stored: Mapping[str, Any] | StoredObject) -> str:
        """public_url returns the address of a file in a public bucket."""
        path = f"{self._server.path}/storage/public/{segment(self._key)}/{stored['id']}"
        return f"{self._server.base}/api/v1{path}"

    def image_url(self, stored: Mapping[str, Any] | StoredObject, **options: Unpack[ImageOptions]) -> str:
        """image_url returns the address of an image in a public bucket, in another size or format."""
        return f"{self.public_url(stored)}/image{_search(options)}"

    def _get(self, name: str) -> Flow[StoredObject]:
        composed = unicodedata.normalize("NFC", name)
        # In the order of names, what is called like the prefix comes first.
        entries = (yield from self._list({"prefix": composed, "limit": 1})).entries
        if entries and entries[0]["type"] == "object" and entries[0]["name"] == composed:
            return entries[0]  # type: ignore[return-value]
        raise NotFound(f"The file {composed} was not found.", status=404, code="not_found")

    def _list(self, options: Mapping[str, Any]) -> Flow[ListPage]:
        reply = yield from self._server.request(Call("GET", f"{self._path}/objects", params_of(options)))
        return ListPage(reply.items, reply.headers.get("x-next-cursor"))

    def _sign_download(
        self, name: str, expires_in: int | None, download: bool | str | None, transform: ImageOptions | None
    ) -> Flow[SignedUrl]:
        stored = yield from self._get(name)
        body = given(object_id=stored["id"], expires_in=expires_in, download=download, transform=transform)
        return (yield from self._sign("signed-download-url", body))

    def _sign(self, path: str, body: Mapping[str, Any]) -> Flow[SignedUrl]:
        data = yield from self._call("POST", f"{self._server.path}/storage/{path}", body)
        return SignedUrl(data["url"], data["expires_at"])

    def _call(self, method: str, path: str, body: object = None) -> Flow[Any]:
        return (yield from self._server.request(Call(method, path, json=body))).data

    def _open(self, path: str, headers: Mapping[str, str] | None = None) -> Flow[None]:
        yield from self._server.open(Call("GET", path, headers=lowered(headers)), _SILENCE)

    def _all_pieces(self, path: str) -> Flow[list[bytes]]:  # type: ignore[valid-type]
        yield from self._open(path)
        pieces = []
        while (piece := (yield Read())) is not None:
            pieces.append(piece)
        return pieces


def _path_of(name: str) -> str:
    return "/".join(quote(part, safe="") for part in name.split("/"))


def _search(options: ImageOptions) -> str:
    return f"?{urlencode(list(options.items()))}" if options else ""
