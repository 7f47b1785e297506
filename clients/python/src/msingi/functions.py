"""Functions of the project, called as the user (spec 4.11)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Generic

from ._core.effects import Answer, Emit, Flow, Read
from ._core.http import Call, Server, segment
from ._core.json import loads
from ._core.shell import Part, S, Stream, operation

_SILENCE = 300.0


class Functions(Part[S], Generic[S]):
    """Functions calls the functions of one project."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server

    @operation
    def invoke(
        self,
        slug: str,
        body: object = None,
        *,
        method: str = "POST",
        path: str = "",
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Flow[Any]:
        """invoke calls a function and returns its answer: read where it is JSON, a str where it is text, else bytes.
        Text and bytes are sent as they are, all else as JSON. `path` is what stands behind the function's address."""
        call = self._call(slug, body, method, path, headers, timeout)
        answer: Answer = yield from self._server.send(call)
        kind = answer.headers.get("content-type", "")
        if re.match(r"application/([\w.+-]*\+)?json\b", kind, re.IGNORECASE) and answer.content:
            return loads(answer.content)
        if kind.startswith("text/") or not answer.content:
            return answer.content.decode("utf-8", "replace")
        return answer.content

    def stream(
        self,
        slug: str,
        body: object = None,
        *,
        method: str = "POST",
        path: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> Stream[bytes, S]:
        """stream calls a function and returns the pieces of its answer as they come."""

        def pieces() -> Flow[None]:
            yield from self._server.open(self._call(slug, body, method, path, headers, None), _SILENCE)
            while (piece := (yield Read())) is not None:
                yield Emit(piece)

        return Stream(self._shell, pieces())

    def _call(
        self,
        slug: str,
        body: object,
        method: str,
        path: str,
        headers: Mapping[str, str] | None,
        timeout: float | None,
    ) -> Call:
        server = self._server
        below = path if path == "" or path.startswith("/") else f"/{path}"
        url = f"{server.base}/fn/{segment(server.project)}/{segment(slug)}{below}"
        content = body.encode() if isinstance(body, str) else body if isinstance(body, bytes) else None
        return Call(
            method,
            url,
            json=None if content is not None else body,
            content=content,
            headers={name.lower(): value for name, value in (headers or {}).items()},
            seconds=timeout,
        )
