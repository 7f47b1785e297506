"""Functions of the project, called as the user."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypedDict

from ._core.effects import Answer, Emit, Flow, Read
from ._core.http import Call, Server, lowered, params_of, segment
from ._core.json import loads
from ._core.shell import Part, S, Stream, operation

if TYPE_CHECKING:
    from typing_extensions import Unpack

_SILENCE = 300.0


class CallOptions(TypedDict, total=False):
    """CallOptions are the request to a function: POST unless `method` says otherwise. `path` is what stands behind the
    function's address."""

    method: str
    path: str
    query: Mapping[str, object]
    headers: Mapping[str, str]


class Functions(Part[S], Generic[S]):
    """Functions calls the functions of one project. Text and bytes are sent as they are, all else as JSON."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server

    @operation
    def invoke(self, slug: str, body: object = None, **options: Unpack[CallOptions]) -> Flow[Any]:
        """invoke calls a function and returns its answer: read where it is JSON, a str where it is text, else bytes."""
        answer = yield from self._server.send(self._call(slug, body, options))
        kind = answer.headers.get("content-type", "")
        if re.match(r"application/([\w.+-]*\+)?json\b", kind, re.IGNORECASE) and answer.content:
            return loads(answer.content)
        if kind.startswith("text/") or not answer.content:
            return answer.content.decode("utf-8", "replace")
        return answer.content

    @operation
    def call(self, slug: str, body: object = None, **options: Unpack[CallOptions]) -> Flow[Answer]:
        """call calls a function and returns its answer as it came: `status`, `headers` with names in lower case,
        `content`."""
        return (yield from self._server.send(self._call(slug, body, options)))

    def open(self, slug: str, body: object = None, **options: Unpack[CallOptions]) -> Stream[bytes, S]:
        """open calls a function and returns the pieces of its answer as they come."""

        def pieces() -> Flow[None]:
            yield from self._server.open(self._call(slug, body, options), _SILENCE)
            while (piece := (yield Read())) is not None:
                yield Emit([piece])

        return Stream(self._shell, pieces())

    def _call(self, slug: str, body: object, options: CallOptions) -> Call:
        server, path = self._server, options.get("path", "")
        below = path if path == "" or path.startswith("/") else f"/{path}"
        content = body.encode() if isinstance(body, str) else body if isinstance(body, bytes) else None
        return Call(
            options.get("method", "POST"),
            f"{server.base}/fn/{segment(server.project)}/{segment(slug)}{below}",
            params_of(options.get("query", {})),
            json=None if content is not None else body,
            content=content,
            headers=lowered(options.get("headers")),
        )
