"""What calls raise: one class for each of the server's kinds of refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class MsingiError(Exception):
    """MsingiError is a refusal of the server. Its text is a sentence that can be shown."""

    status: int
    """status is that of HTTP, or 0 where there is none."""
    code: str | None
    """code says what is wrong, for programs, such as `already_exists`; None where the server did not answer itself."""
    errors: tuple[str, ...]
    """errors are sentences, one for each problem."""
    details: Any
    request_id: str | None
    """request_id names the request in the server's logs."""
    retry_after: float | None
    """retry_after is how many seconds to wait, if the server says so."""
    challenged: bool
    """challenged is true if a 401 is about the credentials of the request, and not about its body, such as a wrong code."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str | None = None,
        errors: Sequence[str] = (),
        details: Any = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        challenged: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.errors = tuple(errors)
        self.details = details
        self.request_id = request_id
        self.retry_after = retry_after
        self.challenged = challenged

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r}, status={self.status}, code={self.code!r})"


class InvalidInput(MsingiError):
    """InvalidInput is status 400: something in the request is wrong, and `errors` says what."""


class Unauthorized(MsingiError):
    """Unauthorized is status 401: credentials, or a password or code, are missing or not valid."""


class Forbidden(MsingiError):
    """Forbidden is status 403: these credentials do not allow this."""


class NotFound(MsingiError):
    """NotFound is status 404: there is nothing there, or policies hide it."""


class Conflict(MsingiError):
    """Conflict is status 409: what is there already does not allow this."""


class QuotaExceeded(MsingiError):
    """QuotaExceeded is status 429: too many requests, or a limit that is reached. See `retry_after`."""


class ServerError(MsingiError):
    """ServerError is any status from 500 on."""


class ConnectionFailed(MsingiError):
    """ConnectionFailed says that no answer came: the network, the address, or the time was up."""


class ChangesMissed(MsingiError):
    """ChangesMissed says that live changes are no longer there to be caught up on: read the rows again, then go on
    after `position`."""

    def __init__(self, table: str, position: str | None) -> None:
        super().__init__(f"Changes of {table} may have been missed. Read its rows again, and follow it anew.")
        self.position = position


class SubscriptionClosed(MsingiError):
    """SubscriptionClosed says that the server ended a subscription for good; `close_code` is that of the WebSocket."""

    def __init__(self, reason: str, close_code: int) -> None:
        super().__init__(f"The server has ended the subscription: {reason or 'no reason given'} ({close_code}).")
        self.reason = reason
        self.close_code = close_code


_KINDS: dict[int, type[MsingiError]] = {
    400: InvalidInput,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    429: QuotaExceeded,
}


def kind_of(status: int) -> type[MsingiError]:
    """kind_of returns the class of errors with a status."""
    return ServerError if status >= 500 else _KINDS.get(status, MsingiError)
