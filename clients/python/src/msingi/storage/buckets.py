"""Buckets of the project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from .._core.effects import Flow
from .._core.http import Call, Server, given, segment
from .._core.shell import Part, S, operation
from .bucket import Bucket


class Storage(Part[S], Generic[S]):
    """Storage reaches the buckets of one project."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server
        self._path = f"{server.path}/storage/buckets"

    def bucket(self, key: str) -> Bucket[S]:
        """bucket returns a bucket, by its slug or id."""
        return Bucket(self._shell, self._server, key)

    @operation
    def list_buckets(self) -> Flow[list[dict[str, Any]]]:
        """list_buckets returns all buckets."""
        return (yield from self._server.request(Call("GET", self._path))).items

    @operation
    def get_bucket(self, key: str) -> Flow[dict[str, Any]]:
        """get_bucket returns a bucket, by its slug or id."""
        call = Call("GET", f"{self._path}/{segment(key)}")
        return (yield from self._server.request(call)).object  # type: ignore[no-any-return]

    @operation
    def create_bucket(
        self,
        name: str,
        *,
        slug: str | None = None,
        is_public: bool | None = None,
        file_size_limit: int | None = None,
        allowed_mime_types: Sequence[str] | None = None,
    ) -> Flow[dict[str, Any]]:
        """create_bucket creates a bucket, with a secret key."""
        body = given(
            name=name,
            slug=slug,
            is_public=is_public,
            file_size_limit=file_size_limit,
            allowed_mime_types=allowed_mime_types,
        )
        return (yield from self._server.request(Call("POST", self._path, json=body))).object  # type: ignore[no-any-return]

    @operation
    def delete_bucket(self, key: str, *, force: bool = False) -> Flow[None]:
        """delete_bucket deletes a bucket; with `force` also one that has files, which go in the background."""
        params = [("force", "true")] if force else []
        yield from self._server.request(Call("DELETE", f"{self._path}/{segment(key)}", params))
