"""How the parts of a client become blocking or async: methods are written once, as flows, and the shell runs them."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast, overload

from .effects import Flow, Stop

if TYPE_CHECKING:
    from .._async import Async
    from .._blocking import Blocking

S = TypeVar("S", bound="Shell")
S_co = TypeVar("S_co", bound="Shell", covariant=True)
T = TypeVar("T")
P = ParamSpec("P")
A = TypeVar("A", bound="Stream[Any, Any]")
B = TypeVar("B", bound="Subscription[Any]")


class Shell(Protocol):
    """Shell does the I/O of flows."""

    def run(self, flow: Flow[Any]) -> Any:
        """run returns the result of a flow, or a coroutine of it."""

    def items(self, flow: Flow[None]) -> Any:
        """items returns an iterator over what a flow emits, which has `close` or `aclose`."""

    def start(self, flow: Callable[[], Flow[None]], receive: Callable[[Any], object], ends_on_failure: bool) -> Any:
        """start runs a flow in a thread or task of its own and passes on what it emits, until `Stop`. What `receive`
        raises is logged; with `ends_on_failure` it ends what was started, and the last status has it."""

    def restart(self) -> None:
        """restart breaks off live connections, which then connect anew."""


class Part(Generic[S_co]):
    """Part is a part of a client, which knows its shell."""

    def __init__(self, shell: S_co) -> None:
        self._shell = shell

    def _begun(self) -> Part[S_co]:
        # A part whose operations send several requests returns one that finishes them as whoever began.
        return self


class operation(Generic[P, T]):  # noqa: N801 - it is used as a decorator
    """operation makes a method of a flow: it returns the flow's result in a blocking client, and a coroutine of it in
    an async one. Other flows reach the flow itself by `flow`."""

    def __init__(self, flow: Callable[Concatenate[Any, P], Flow[T]]) -> None:
        self.flow = flow
        functools.update_wrapper(cast(Callable[..., Any], self), flow)

    @overload
    def __get__(self, part: None, owner: Any = None) -> operation[P, T]: ...
    @overload
    def __get__(self, part: Part[Blocking], owner: Any = None) -> Callable[P, T]: ...
    @overload
    def __get__(self, part: Part[Async], owner: Any = None) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, part: Part[Any] | None, owner: Any = None) -> Any:
        if part is None:
            return self
        flow, run = self.flow, part._shell.run

        @functools.wraps(flow)
        def call(*args: P.args, **kwargs: P.kwargs) -> Any:
            return run(flow(part._begun(), *args, **kwargs))

        return call


class Stream(Part[S_co], Generic[T, S_co]):
    """Stream is read once, item by item: by `for` in a blocking client, by `async for` in an async one. Leave it early
    by `close()` or `aclose()`, or open it by `with` or `async with`, which do that."""

    def __init__(self, shell: S_co, flow: Flow[None]) -> None:
        super().__init__(shell)
        self._items: Any = shell.items(flow)

    def __iter__(self: Stream[T, Blocking]) -> Iterator[T]:
        return self

    def __next__(self: Stream[T, Blocking]) -> T:
        return next(self._items)  # type: ignore[no-any-return]

    def close(self: Stream[T, Blocking]) -> None:
        """close ends the stream, also where another thread waits for its next item."""
        self._items.close()

    def __enter__(self: A) -> A:
        return self

    def __exit__(
        self: Stream[T, Blocking],
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __aiter__(self: Stream[T, Async]) -> AsyncIterator[T]:
        return self

    async def __anext__(self: Stream[T, Async]) -> T:
        return await self._items.__anext__()  # type: ignore[no-any-return]

    async def aclose(self: Stream[T, Async]) -> None:
        """aclose ends the stream, also where another task waits for its next item."""
        await self._items.aclose()

    async def __aenter__(self: A) -> A:
        return self

    async def __aexit__(
        self: Stream[T, Async],
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


class Subscription(Part[S_co]):
    """Subscription calls its callback until it is ended, by `unsubscribe()` or `close()`."""

    def __init__(self, shell: S_co, handle: Any) -> None:
        super().__init__(shell)
        self._handle = handle

    @operation
    def unsubscribe(self) -> Flow[None]:
        """unsubscribe ends the subscription and its connection. The callback is not called afterwards."""
        yield Stop(self._handle)

    @operation
    def close(self) -> Flow[None]:
        """close is unsubscribe."""
        yield Stop(self._handle)

    def __enter__(self: B) -> B:
        return self

    def __exit__(
        self: Subscription[Blocking],
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.unsubscribe()

    async def __aenter__(self: B) -> B:
        return self

    async def __aexit__(
        self: Subscription[Async],
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.unsubscribe()
