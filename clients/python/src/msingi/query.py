"""Queries: built step by step, sent by `execute` or by iterating."""

from __future__ import annotations

import datetime
import decimal
import re
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from ._core.effects import Emit, Flow
from ._core.http import Call, Server, segment
from ._core.json import plain
from ._core.shell import Part, S, Stream, operation
from .errors import MsingiError

if TYPE_CHECKING:
    from ._async import Async
    from ._blocking import Blocking

Row = Mapping[str, object]
R = TypeVar("R")
R2 = TypeVar("R2")

Precision = Literal["exact", "estimated", "planned"]
_Params = tuple[tuple[str, str], ...]

Value = (
    str | int | float | bool | decimal.Decimal | uuid.UUID | bytes | datetime.date | datetime.time | datetime.timedelta
)
"""Value is what a column can be compared with."""


@dataclass(frozen=True)
class Page(Generic[R]):
    """Page is one page of a list; `next` and `previous` are the cursors of the pages on either side, if there are any."""

    rows: list[R]
    next: str | None
    previous: str | None
    count: int | None = None
    """count is how many rows match in all, where `with_count` asked for it."""
    next_offset: int | None = None
    """next_offset is where the next page begins, if it has no cursor, as of views."""


class Query(Part[S], Generic[R, S]):
    """Query selects rows of a table. Every method returns a new query; `execute` sends it, and iterating sends it page
    by page, for every row there is."""

    def __init__(
        self, shell: S, server: Server, path: str, params: _Params = (), counted: Precision | None = None
    ) -> None:
        super().__init__(shell)
        self._server = server
        self._path = path
        self._params = params
        self._counted = counted

    @overload
    def select(self, *columns: str) -> Query[R, S]: ...
    @overload
    def select(self, *columns: str, row: type[R2]) -> Query[R2, S]: ...
    def select(self, *columns: str, row: Any = None) -> Query[Any, S]:
        """select selects columns, and related rows: `select("title", "author(name)")`. `row` is the type of what comes."""
        return self._with("select", ",".join(columns))

    def eq(self, column: str, value: Value) -> Query[R, S]:
        return self.filter(column, "eq", value)

    def neq(self, column: str, value: Value) -> Query[R, S]:
        return self.filter(column, "neq", value)

    def gt(self, column: str, value: Value) -> Query[R, S]:
        return self.filter(column, "gt", value)

    def gte(self, column: str, value: Value) -> Query[R, S]:
        return self.filter(column, "gte", value)

    def lt(self, column: str, value: Value) -> Query[R, S]:
        return self.filter(column, "lt", value)

    def lte(self, column: str, value: Value) -> Query[R, S]:
        return self.filter(column, "lte", value)

    def like(self, column: str, pattern: str) -> Query[R, S]:
        """like matches a pattern, in which `%` and `*` are any text and `_` one character; `\\` makes them plain."""
        return self.filter(column, "like", pattern)

    def ilike(self, column: str, pattern: str) -> Query[R, S]:
        """ilike is like, case-insensitive."""
        return self.filter(column, "ilike", pattern)

    def is_null(self, column: str) -> Query[R, S]:
        return self._with(column, "is.null")

    def is_not_null(self, column: str) -> Query[R, S]:
        return self._with(column, "is.not.null")

    def in_(self, column: str, values: Sequence[Value]) -> Query[R, S]:
        """in_ matches rows whose column has one of the values."""
        return self._with(column, f"in.({','.join(_quoted(plain(value)) for value in values)})")

    def filter(self, column: str, operator: str, value: Value) -> Query[R, S]:
        """filter applies any operator of the API, also after `not.`, to a column or path: `filter("title", "not.eq", "A")`.
        `filter("author.name", "eq", "Bâ")` chooses related rows; with `author!inner(…)` in `select`, the rows themselves."""
        return self._with(column, f"{operator}.{plain(value)}")

    def or_(self, conditions: str) -> Query[R, S]:
        """or_ matches rows for which one of the conditions is true: `or_("stock.eq.0,price.gt.100")`."""
        return self._with("or", f"({conditions})")

    def order(self, column: str, *, desc: bool = False, nulls: Literal["first", "last"] | None = None) -> Query[R, S]:
        """order sorts by a column, a place in JSON (`meta->>colour`) or a column of the one related row under a name
        (`author(name)`); further calls add columns for rows that are equal so far."""
        before = [value for name, value in self._params if name == "order"]
        item = f"{column}.{'desc' if desc else 'asc'}{f'.nulls{nulls}' if nulls else ''}"
        return self._with("order", ",".join([*before, item]))

    def limit(self, rows: int) -> Query[R, S]:
        """limit sets the number of rows of a page, 1 to 200; the default is 50."""
        return self._with("limit", str(rows))

    def offset(self, rows: int) -> Query[R, S]:
        return self._with("offset", str(rows))

    def related(self, name: str, refine: Callable[[Query[Any, S]], Query[Any, S]]) -> Query[R, S]:
        """related refines the related rows that `select` shows under a name:
        `related("reviews", lambda reviews: reviews.gte("stars", 3).order("stars", desc=True).limit(3))`."""
        start = f"{name}."
        own = tuple((param.removeprefix(start), value) for param, value in self._params if param.startswith(start))
        refined = refine(Query(self._shell, self._server, self._path, own))._params
        kept = (param for param in self._params if not param[0].startswith(start))
        return self._refined((*kept, *((start + param, value) for param, value in refined)))

    def after(self, cursor: str) -> Query[R, S]:
        """after selects the rows after a page, by its `next`."""
        return self._with("cursor", cursor)

    def before(self, cursor: str) -> Query[R, S]:
        """before selects the rows before a page, by its `previous`."""
        return self._with("cursor", cursor)

    def with_deleted(self) -> Query[R, S]:
        """with_deleted selects deleted rows as well, which the caller must be allowed to delete."""
        return self._with("deleted", "include")

    def only_deleted(self) -> Query[R, S]:
        """only_deleted selects deleted rows alone."""
        return self._with("deleted", "only")

    def with_count(self, precision: Precision = "exact") -> Query[R, S]:
        """with_count has a page say how many rows match in all: `query.with_count().page()` has a `count`."""
        return Query(self._shell, self._server, self._path, self._params, precision)

    @operation
    def execute(self) -> Flow[list[R]]:
        """execute returns one page of rows."""
        return (yield from self._page(self._params)).rows

    @operation
    def page(self) -> Flow[Page[R]]:
        """page returns one page of rows with the cursors of the pages on either side."""
        return (yield from self._page(self._params, self._counted))

    @operation
    def first(self) -> Flow[R | None]:
        """first returns the first row, or None if there is none."""
        rows = (yield from self._page(self.limit(1)._params)).rows
        return rows[0] if rows else None

    @operation
    def find(self, id: object) -> Flow[R]:  # noqa: A002
        """find returns one row, with the columns and related rows of `select`. Raises NotFound for one that does not
        exist, or that policies hide, and ValueError where the query has filters or an order: `eq("id", id)` and `first` know
        these."""
        if others := {name for name, _ in self._params if name != "select" and not _OF_RELATED.match(name)}:
            raise ValueError(f"find takes an id and columns, and not {', '.join(sorted(others))}. Use first.")
        call = Call("GET", f"{self._path}/{segment(str(id))}", self._params)
        row: R = (yield from self._server.request(call)).data
        return row

    @operation
    def count(self, precision: Precision = "exact") -> Flow[int]:
        """count returns how many rows match; `estimated` is exact up to 10,000, and `planned` reads no rows at all."""
        params = self._with("count", precision)._params
        reply = yield from self._server.request(Call("GET", self._path, params))
        return int(reply.member("count"))

    @overload
    def update_all(
        self: Query[R, Blocking], changes: Row, *, returning: Literal[True], max_affected: int | None = None
    ) -> list[R]: ...
    @overload
    def update_all(
        self: Query[R, Blocking], changes: Row, *, returning: Literal[False] = False, max_affected: int | None = None
    ) -> int: ...
    @overload
    def update_all(
        self: Query[R, Async], changes: Row, *, returning: Literal[True], max_affected: int | None = None
    ) -> Coroutine[Any, Any, list[R]]: ...
    @overload
    def update_all(
        self: Query[R, Async], changes: Row, *, returning: Literal[False] = False, max_affected: int | None = None
    ) -> Coroutine[Any, Any, int]: ...
    def update_all(self, changes: Row, *, returning: bool = False, max_affected: int | None = None) -> Any:
        """update_all changes all rows that match, and returns how many, or with `returning` the rows; at least one filter is
        required. Where more than `max_affected` match, none is changed."""
        return self._shell.run(self._write("PATCH", changes, max_affected, returning))

    @overload
    def delete_all(
        self: Query[R, Blocking], *, returning: Literal[True], max_affected: int | None = None
    ) -> list[R]: ...
    @overload
    def delete_all(
        self: Query[R, Blocking], *, returning: Literal[False] = False, max_affected: int | None = None
    ) -> int: ...
    @overload
    def delete_all(
        self: Query[R, Async], *, returning: Literal[True], max_affected: int | None = None
    ) -> Coroutine[Any, Any, list[R]]: ...
    @overload
    def delete_all(
        self: Query[R, Async], *, returning: Literal[False] = False, max_affected: int | None = None
    ) -> Coroutine[Any, Any, int]: ...
    def delete_all(self, *, returning: bool = False, max_affected: int | None = None) -> Any:
        """delete_all deletes all rows that match, and returns how many, or with `returning` the rows; at least one filter is
        required. Where more than `max_affected` match, none is deleted."""
        return self._shell.run(self._write("DELETE", None, max_affected, returning))

    def __iter__(self: Query[R, Blocking]) -> Iterator[R]:
        return Stream(self._shell, self._rows())

    def __aiter__(self: Query[R, Async]) -> AsyncIterator[R]:
        return Stream(self._shell, self._rows())

    def _rows(self) -> Flow[None]:
        query = begun = Query[R, S](self._shell, self._server.begun(), self._path, self._params)
        while True:
            page: Page[R] = yield from query._page(query._params)
            yield Emit(page.rows)
            if page.next is not None:
                behind = begun.after(page.next)
                is_stuck = behind._params == query._params
            elif page.next_offset is not None:
                behind = begun.offset(page.next_offset)
                is_stuck = page.next_offset <= int(dict(query._params).get("offset", 0))
            else:
                return
            if is_stuck:
                # The same place again would be read for ever.
                message = "The list does not advance: the next page is not behind this one."
                raise MsingiError(message, status=200)
            query = behind

    def _page(self, params: _Params, counted: Precision | None = None) -> Flow[Page[R]]:
        prefer = {} if counted is None else {"prefer": f"count={counted}"}
        reply = yield from self._server.request(Call("GET", self._path, params, headers=prefer))
        headers = reply.headers
        cursor = headers.get("x-next-cursor")
        total = re.search(r"/(\d+)$", headers.get("content-range", ""))
        count = None if total is None else int(total[1])
        offset = None if cursor else _next_offset(headers.get("link", ""))
        return Page(reply.items, cursor, headers.get("x-prev-cursor"), count, offset)

    def _write(self, method: str, body: Row | None, most: int | None, returning: bool) -> Flow[int | list[R]]:
        prefer = "return=representation" if returning else "return=minimal"
        if most is not None:
            prefer += f", max-affected={most}"
        call = Call(method, self._path, self._params, body, headers={"prefer": prefer})
        reply = yield from self._server.request(call)
        return reply.items if returning else int(reply.member("count"))

    # Filters accumulate, also on one column; of other parameters the last one is used.
    def _with(self, name: str, value: str) -> Query[Any, S]:
        kept = self._params
        if name in _SINGLE:
            kept = tuple(param for param in kept if param[0] != name)
        return self._refined((*kept, (name, value)))

    def _refined(self, params: _Params) -> Query[Any, S]:
        return Query(self._shell, self._server, self._path, params, self._counted)


# As the server tells a filter of related rows, `author.name`, from one of a value in JSON, `meta->>a.b`.
_OF_RELATED = re.compile(r"[^.>]+\.")
_SINGLE = frozenset({"select", "order", "limit", "offset", "cursor", "count", "deleted"})


def _next_offset(link: str) -> int | None:
    found = re.search(r'<[^>]*[?&]offset=(\d+)[^>]*>; rel="next"', link)
    return int(found[1]) if found else None


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
