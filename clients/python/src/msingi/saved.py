"""Structured queries and read-only SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypedDict

from ._core.effects import Flow
from ._core.http import Call, Server, given, segment
from ._core.shell import Part, S, operation

Params = Sequence[object] | Mapping[str, object]


class Result(TypedDict):
    """Result is what a query returns. `total` is None where the rows were cut."""

    columns: list[str]
    rows: list[dict[str, Any]]
    total: int | None
    sql: str


class Queries(Part[S], Generic[S]):
    """Queries runs structured queries, SQL, and queries that are saved in the project."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server
        self._path = f"{server.path}/query"

    @operation
    def run(self, table: str, config: Mapping[str, object] | None = None) -> Flow[Result]:
        """run runs a structured query: joins, filters, aggregates, as the API takes them."""
        return (yield from self._post("run", {"table_slug": table, "config": config or {}}))

    @operation
    def exec(self, sql: str, params: Params | None = None) -> Flow[Result]:
        """exec runs one SELECT, read-only. `params` are the values of `$1`, `$2`, …, or of `:name` where they are named."""
        return (yield from self._post("exec", given(sql=sql, params=params)))

    @operation
    def run_saved(self, id: str, params: Mapping[str, object] | None = None) -> Flow[Result]:  # noqa: A002
        """run_saved runs a saved query."""
        return (yield from self._post(f"saved/{segment(id)}/run", given(params=params)))

    def _post(self, path: str, body: object) -> Flow[Result]:
        # It reads only, so it may be repeated.
        call = Call("POST", f"{self._path}/{path}", json=body, repeatable=True)
        result: Result = (yield from self._server.request(call)).object
        return result
