"""The client of one project: Msingi blocks, AsyncMsingi is for asyncio."""

from __future__ import annotations

import copy
import ssl
from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from ._async import Async
from ._blocking import Blocking
from ._core.answers import graphql_problems, reply_of
from ._core.changes import TableFollower
from ._core.effects import Flow
from ._core.http import Call, Server, given, idempotent, lowered, params_of, segment
from ._core.json import loads
from ._core.session import SessionKeeper, Store, session_of
from ._core.shell import Part, S, Stream, Subscription, operation
from ._wire import Wiring, default_tls
from .auth import Auth
from .errors import MsingiError
from .functions import Functions
from .live import Change, LiveOptions
from .payments import Payments
from .rooms import Room, begin
from .saved import Queries
from .storage import Storage
from .tables import Delete, Insert, Outcome, Table, Update, as_operation

if TYPE_CHECKING:
    from typing_extensions import Unpack

C = TypeVar("C", bound="Client[Any]")
R = TypeVar("R")
AnyRow = dict[str, Any]


class Client(Part[S], Generic[S]):
    """Client is what Msingi and AsyncMsingi have in common."""

    def __init__(
        self, shell: S, url: str, project: str, key: str, store: Store | None, timeout: float, retries: int
    ) -> None:
        super().__init__(shell)
        session = SessionKeeper({} if store is None else store, project)
        session.listen(lambda _: shell.restart())
        self._attach(Server(url, project, key, session, timeout=timeout, retries=retries))
        self._rooms: dict[str, Room[S]] = {}

    def _attach(self, server: Server) -> None:
        shell = self._shell
        self._server = server
        self.auth = Auth(shell, server)
        self.storage = Storage(shell, server)
        self.functions = Functions(shell, server)
        self.payments = Payments(shell, server)
        self.query = Queries(shell, server)

    def with_options(self: C, *, timeout: float | None = None, retries: int | None = None) -> C:
        """with_options returns a client with another `timeout` or `retries`, and the same session and connections: closing
        one closes both."""
        other = copy.copy(self)
        other._attach(self._server.with_options(timeout, retries))
        return other

    def as_user(self: C, access_token: str) -> C:
        """as_user returns a client that acts as the user of an access token, such as that of a request to your server, over
        the same connections: closing one closes both. Raises ValueError for what is no access token; others renew it."""
        server = copy.copy(self._server)
        server.session = SessionKeeper({}, server.project)
        server.session.set(session_of(access_token))
        server.is_user_only = True
        other = copy.copy(self)
        other._attach(server)
        other._rooms = {}
        return other

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._server.base!r}, project={self._server.project!r})"

    @overload
    def table(self, name: str) -> Table[AnyRow, S]: ...
    @overload
    def table(self, name: str, row: type[R]) -> Table[R, S]: ...
    def table(self, name: str, row: Any = None) -> Table[Any, S]:
        """table returns a table, to read and write its rows. `row` is their type, a TypedDict."""
        return Table(self._shell, self._server, name)

    @operation
    def secret(self, key: str) -> Flow[str]:
        """secret returns the value of a secret of the project, by its key. It needs a secret key with the scope
        `secrets:read`."""
        call = Call("GET", f"/secrets/resolve/{segment(key)}")
        value: str = (yield from self._server.request(call)).member("value")
        return value

    @operation
    def batch(
        self, operations: Sequence[Insert | Update | Delete], *, idempotency_key: str | None = None
    ) -> Flow[list[Outcome]]:
        """batch runs up to 100 writes on any tables in one transaction, and returns what became of each."""
        body = {"operations": [as_operation(operation) for operation in operations]}
        call = Call("POST", "/batch", json=body, headers=idempotent(idempotency_key))
        data = (yield from self._server.request(call)).items
        return [Outcome(outcome["status"], outcome.get("data")) for outcome in data]

    @operation
    def graphql(
        self,
        document: str,
        *,
        variables: Mapping[str, object] | None = None,
        operation_name: str | None = None,
        idempotency_key: str | None = None,
    ) -> Flow[dict[str, Any]]:
        """graphql runs a query or mutation and returns its `data`. Errors of fields raise a MsingiError: `errors` are
        their sentences, and `details` the result as it came."""
        body = given(query=document, variables=variables, operationName=operation_name)
        call = Call("POST", f"{self._server.path}/graphql", json=body, headers=idempotent(idempotency_key))
        answer = yield from self._server.send(call)
        result = loads(answer.content)
        if problems := result.get("errors"):
            message, code, errors = graphql_problems(problems)
            request_id = answer.headers.get("x-request-id")
            raise MsingiError(
                message, status=answer.status, code=code, errors=errors, details=result, request_id=request_id
            )
        return result["data"]  # type: ignore[no-any-return]

    @operation
    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Flow[Any]:
        """request calls any route below /api/v1, for what has no method here, and returns the `data` of its answer."""
        call = Call(method, path, params_of(query or {}), body, headers=lowered(headers))
        return reply_of((yield from self._server.send(call))).data

    @overload
    def changes(self, table: str, **options: Unpack[LiveOptions]) -> Stream[Change[AnyRow], S]: ...
    @overload
    def changes(self, table: str, row: type[R], **options: Unpack[LiveOptions]) -> Stream[Change[R], S]: ...
    def changes(self, table: str, row: Any = None, **options: Unpack[LiveOptions]) -> Stream[Any, S]:
        """changes iterates over the changes of a table that the user is allowed to see, from now on or `after` a stored
        position, and outlasts broken connections. `row` is the type of its rows. Where changes were missed it raises
        ChangesMissed, or has `on_status` told `gap` and goes on; it raises the error with which the server refused for
        good."""
        return Stream(self._shell, TableFollower(self._server, table, **options).flow())

    @overload
    def subscribe(
        self: Client[Blocking],
        table: str,
        callback: Callable[[Change[R]], object],
        *,
        row: type[R] | None = None,
        **options: Unpack[LiveOptions],
    ) -> Subscription[Blocking]: ...
    @overload
    def subscribe(
        self: Client[Async],
        table: str,
        callback: Callable[[Change[R]], object],
        *,
        row: type[R] | None = None,
        **options: Unpack[LiveOptions],
    ) -> Coroutine[Any, Any, Subscription[Async]]: ...
    def subscribe(
        self, table: str, callback: Callable[[Change[Any]], object], *, row: Any = None, **options: Unpack[LiveOptions]
    ) -> Any:
        """subscribe calls back for every change of a table that the user is allowed to see, one after the
        other. `row` is the type of its rows. In an async client, callbacks may be async functions."""
        follower = TableFollower(self._server, table, emits_all=True, **options)
        told = options.get("on_status"), options.get("on_position")
        return self._shell.run(begin(self._shell, follower, table, callback, *told))

    def channel(self, name: str) -> Room[S]:
        """channel returns a channel for messages between clients, with presence and history."""
        return self._rooms.setdefault(name, Room(self._shell, self._server, name))


class Msingi(Client[Blocking]):
    """Msingi is the client of a project: `Msingi("https://…", project="…", key="…")`. Threads may share it.

    `key` is a secret key on servers, a publishable one elsewhere. `store` keeps the session: any mapping of texts, such as
    one of `shelve`; in memory by default. `timeout` bounds requests in all, `connect_timeout` connecting, in seconds;
    `retries` is how often what may be repeated is. `tls` has certificates of your own."""

    def __init__(
        self,
        url: str,
        *,
        project: str,
        key: str,
        store: Store | None = None,
        timeout: float = 30.0,
        connect_timeout: float = 5.0,
        retries: int = 2,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        wiring = Wiring(connect_timeout, tls or default_tls())
        super().__init__(Blocking(wiring), url, project, key, store, timeout, retries)

    def run(self) -> None:
        """run calls the callbacks of subscriptions in this thread, until none is left. Otherwise a thread of the client
        does."""
        self._shell.serve()

    def close(self) -> None:
        """close ends all subscriptions and closes all connections."""
        self._shell.close()

    def __enter__(self) -> Msingi:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncMsingi(Client[Async]):
    """AsyncMsingi is Msingi for asyncio. It can be used in one event loop after another."""

    def __init__(
        self,
        url: str,
        *,
        project: str,
        key: str,
        store: Store | None = None,
        timeout: float = 30.0,
        connect_timeout: float = 5.0,
        retries: int = 2,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        wiring = Wiring(connect_timeout, tls or default_tls())
        super().__init__(Async(wiring), url, project, key, store, timeout, retries)

    async def aclose(self) -> None:
        """aclose ends all subscriptions and closes all connections."""
        await self._shell.close()

    async def __aenter__(self) -> AsyncMsingi:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
