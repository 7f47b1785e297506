"""What the core asks of a shell, as values. A flow is a generator that yields effects and receives their answers, so
that one text of the client runs blocking and async alike, and does no I/O itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    """Request is one HTTP request, as it goes out. It shows neither its address nor its headers: tokens are in them."""

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(default=None, repr=False)
    seconds: float = math.inf
    """seconds bound the request in all; where they are infinite only silence is bounded."""


@dataclass(frozen=True)
class Answer:
    """Answer is what came back; names of headers are in lower case. `content` is empty where it is still to be read."""

    status: int
    headers: Mapping[str, str]
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Exchange:
    """Exchange sends a request, and is answered with an Answer. It raises ConnectionFailed."""

    request: Request


@dataclass(frozen=True)
class Open:
    """Open is an Exchange whose body is left to Read, if the status is one of success."""

    request: Request
    silence: float
    """silence is how many seconds may pass between two pieces."""
    is_live: bool = False
    """is_live says that this connection is to be opened anew when another user signs in."""


@dataclass(frozen=True)
class Dial:
    """Dial opens a WebSocket. It raises ConnectionFailed, with the status of a server that refused."""

    url: str


@dataclass(frozen=True)
class Read:
    """Read is answered with the next piece of what is open, or None behind the last one. It raises ConnectionFailed,
    and Closed."""

    seconds: float | None = None


@dataclass(frozen=True)
class Write:
    """Write sends a text over the WebSocket."""

    text: str = field(repr=False)


@dataclass(frozen=True)
class Here:
    """Here is answered with what other flows reach this one's WebSocket by."""


@dataclass(frozen=True)
class Send:
    """Send sends a text over the WebSocket of another flow. It raises ConnectionFailed, and Closed."""

    line: Any
    text: str = field(repr=False)


@dataclass(frozen=True)
class Await:
    """Await is answered with the result of a future, or None where it is not there in time."""

    future: Future[Any]
    seconds: float


@dataclass(frozen=True)
class HangUp:
    """HangUp closes what is open, if anything is."""


@dataclass(frozen=True)
class Pause:
    """Pause waits."""

    seconds: float


@dataclass(frozen=True)
class Work:
    """Work calls a function that may wait for a disk, and is answered with what it returns."""

    call: Callable[[], Any]


@dataclass(frozen=True)
class Exclusively:
    """Exclusively runs a flow while no other one is run so, and is answered with its result."""

    flow: Generator[Effect, Any, Any]


@dataclass(frozen=True)
class Stop:
    """Stop ends what `Shell.start` has started."""

    handle: Any


@dataclass(frozen=True)
class Emit:
    """Emit hands items to whoever iterates over the flow."""

    items: Sequence[Any]


@dataclass(frozen=True)
class Tell:
    """Tell calls a function of the program's own, which in an async client may be an async one. What it raises ends the
    flow, and is raised."""

    call: Callable[[], object]


Effect = (
    Exchange
    | Open
    | Dial
    | Read
    | Write
    | Here
    | Send
    | Await
    | HangUp
    | Pause
    | Work
    | Exclusively
    | Stop
    | Emit
    | Tell
)
Flow = Generator[Effect, Any, T]


class Closed(Exception):
    """Closed says that the other side has closed the WebSocket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}")
        self.code = code
        self.reason = reason


@dataclass(frozen=True)
class Done(Generic[T]):
    """Done is the end of a flow."""

    value: T


class Running(Generic[T]):
    """Running is a flow on its way, moved on by a shell."""

    def __init__(self, flow: Flow[T]) -> None:
        self._flow = flow
        self.close = flow.close

    def resume(self, answer: object = None) -> Effect | Done[T]:
        """resume answers the effect before, and returns the next one."""
        try:
            return self._flow.send(answer)
        except StopIteration as end:
            return Done(end.value)

    def fail(self, error: Exception) -> Effect | Done[T]:
        """fail answers the effect before with an error."""
        try:
            return self._flow.throw(error)
        except StopIteration as end:
            return Done(end.value)
