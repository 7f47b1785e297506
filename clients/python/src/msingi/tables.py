"""Tables: their rows are read as by a query, written here, and followed live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ._core.effects import Flow
from ._core.http import Call, Server, idempotent, segment
from ._core.shell import S, operation
from .query import Query, R, Row

T = TypeVar("T")


class Table(Query[R, S], Generic[R, S]):
    """Table reads and writes one table."""

    def __init__(self, shell: S, server: Server, name: str) -> None:
        super().__init__(shell, server, f"/data/{segment(name)}")

    @operation
    def insert(self, row: Row, *, idempotency_key: str | None = None) -> Flow[R]:
        """insert adds a row and returns it. With an `idempotency_key` it is repeated where the answer was lost, and
        done once."""
        return (yield from self._post(row, headers=idempotent(idempotency_key)))  # type: ignore[no-any-return]

    @operation
    def insert_many(self, rows: Sequence[Row], *, idempotency_key: str | None = None) -> Flow[list[R]]:
        """insert_many adds up to 5,000 rows, all or none, and returns them."""
        return (yield from self._post(rows, headers=idempotent(idempotency_key)))  # type: ignore[no-any-return]

    @operation
    def upsert(
        self, row: Row, *, on_conflict: str, ignore_existing: bool = False, idempotency_key: str | None = None
    ) -> Flow[R | None]:
        """upsert adds a row, or changes the one that has the same value in the column `on_conflict`, and returns it. One
        that exists and is ignored is None."""
        return (yield from self._upsert(row, on_conflict, ignore_existing, idempotency_key))  # type: ignore[no-any-return]

    @operation
    def upsert_many(
        self,
        rows: Sequence[Row],
        *,
        on_conflict: str,
        ignore_existing: bool = False,
        idempotency_key: str | None = None,
    ) -> Flow[list[R]]:
        """upsert_many is upsert of up to 5,000 rows, all or none."""
        return (yield from self._upsert(rows, on_conflict, ignore_existing, idempotency_key))  # type: ignore[no-any-return]

    @operation
    def update(self, id: object, changes: Row, *, idempotency_key: str | None = None) -> Flow[R]:  # noqa: A002
        """update changes some columns of a row and returns the new row."""
        headers = idempotent(idempotency_key)
        call = Call("PATCH", self._at(id), json=changes, headers=headers)
        row: R = (yield from self._server.request(call)).data
        return row

    @operation
    def delete(self, id: object) -> Flow[None]:  # noqa: A002
        """delete deletes a row, softly: `restore` brings it back."""
        yield from self._server.request(Call("DELETE", self._at(id)))

    @operation
    def restore(self, id: object) -> Flow[R]:  # noqa: A002
        """restore makes a deleted row live again and returns it."""
        row: R = (yield from self._server.request(Call("POST", f"{self._at(id)}/restore"))).data
        return row

    def _at(self, id: object) -> str:  # noqa: A002
        return f"{self._path}/{segment(str(id))}"

    def _post(self, body: object, headers: Mapping[str, str], params: Sequence[tuple[str, str]] = ()) -> Flow[Any]:
        call = Call("POST", self._path, params, body, headers=headers)
        return (yield from self._server.request(call)).data

    def _upsert(self, body: object, column: str, ignore: bool, key: str | None) -> Flow[Any]:
        prefer = f"resolution={'ignore' if ignore else 'merge'}-duplicates"
        headers = {"prefer": prefer, **idempotent(key)}
        return (yield from self._post(body, headers, [("on_conflict", column)]))


@dataclass(frozen=True)
class Insert:
    """Insert is an operation of a batch: one row, or several."""

    table: str
    row: Row | Sequence[Row]


@dataclass(frozen=True)
class Update:
    """Update is an operation of a batch."""

    table: str
    id: object
    changes: Row


@dataclass(frozen=True)
class Delete:
    """Delete is an operation of a batch."""

    table: str
    id: object


@dataclass(frozen=True)
class Outcome:
    """Outcome is what became of one operation of a batch."""

    status: int
    data: Any = field(default=None)


def as_operation(operation: Insert | Update | Delete) -> dict[str, object]:
    """as_operation returns an operation as the API takes it."""
    if isinstance(operation, Insert):
        return {"method": "POST", "table": operation.table, "body": operation.row}
    if isinstance(operation, Update):
        return {"method": "PATCH", "table": operation.table, "id": operation.id, "body": operation.changes}
    return {"method": "DELETE", "table": operation.table, "id": operation.id}
