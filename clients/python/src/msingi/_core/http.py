"""Requests to the server: the envelope, refusals as errors, retries, and whose credentials they carry."""

from __future__ import annotations

import copy
import math
import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from ..errors import ConnectionFailed, InvalidInput, MsingiError, Unauthorized
from .answers import Reply, check, reply_of
from .effects import Answer, Dial, Emit, Exchange, Flow, Open, Pause, Request
from .json import dumps, plain
from .session import Session, SessionKeeper

Params = Iterable[tuple[str, str]]

_DOTS = re.compile(r"[\\/](?:\.|%2e){1,2}(?:[\\/]|$)", re.IGNORECASE)
_NOTHING = re.compile(r"/(?:/|$)")
# Whoever is refused so is served a moment later.
_PASSING = frozenset({429, 502, 503, 504})
_FIRST_PAUSE = 0.25
# The routes that do a write with the same Idempotency-Key once. Elsewhere the header says nothing.
_KEYED = re.compile(
    r"(?:POST /(?:data/[^/?]+|(?:projects/[^/]+/)?batch"
    r"|projects/[^/]+/(?:tables/[^/]+/records|graphql|payments/provider_(?:a/stk-push|b/(?:initiate|session))))"
    r"|PATCH /(?:data/[^/]+|projects/[^/]+/tables/[^/]+/records)/[^/?]+)(?:\?|$)"
)
_MOST_ASKED = 600.0
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_ROUTE = re.compile(r"/(?:api/v1|fn)(?:/.*|$)")


@dataclass(frozen=True)
class Call:
    """Call is one request; `path` is below /api/v1, or a whole address."""

    method: str
    path: str
    params: Params = ()
    json: object = None
    content: bytes | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    seconds: float | None = None
    repeatable: bool = False
    """repeatable says that the request may be sent twice; those that read may, and those with an Idempotency-Key
    where the route takes one."""


class Server:
    """Server is the address and the credentials that all parts of a client use."""

    def __init__(
        self, url: str, project: str, key: str, session: SessionKeeper, *, timeout: float, retries: int
    ) -> None:
        self.base = _address(url)
        if not _is_plain(key):
            raise ValueError("The key has characters that no key has. Is there a line break at its end?")
        if not _ID.fullmatch(project):
            raise ValueError(f"The project {project!r} is no id of a project, which is a UUID. The console shows it.")
        self.project = project
        self.path = f"/projects/{project}"
        self.session = session
        self.is_user_only = False
        """is_user_only is whether the key is never used alone: whoever acts for a user must not do more than that user."""
        self.timeout, self._retries = _limits(timeout, retries)
        self._key = {"x-platform-api-key": key}
        self._began: tuple[object] | None = None

    def begun(self) -> Server:
        """begun returns the same for several requests: what this user begins is not finished as another, or as nobody."""
        other = copy.copy(self)
        other._began = self._began or (self._user_id(self.session.get()),)
        return other

    def with_options(self, timeout: float | None, retries: int | None) -> Server:
        """with_options returns the same with another timeout or number of retries, where they are given."""
        other = copy.copy(self)
        other.timeout, other._retries = _limits(
            self.timeout if timeout is None else timeout, self._retries if retries is None else retries
        )
        return other

    def request(self, call: Call) -> Flow[Reply]:
        """request sends a call as the signed-in user, or with the key alone where nobody is."""
        return reply_of((yield from self.send(call)))

    def request_as_key(self, call: Call) -> Flow[Reply]:
        """request_as_key sends a call with the key alone."""
        return reply_of((yield from self._attempt(call, self._key)))

    def walk(self, path: str, filters: Mapping[str, object]) -> Flow[None]:
        """walk emits what a list has, page by page, in pages of 100 unless `limit` says otherwise."""
        page, begun = 1, self.begun()
        while True:
            params = params_of({"limit": 100, **filters, "page": page})
            reply = yield from begun.request(Call("GET", path, params))
            yield Emit(reply.items)
            if not reply.items or 'rel="next"' not in reply.headers.get("link", ""):
                return
            page += 1

    def send(self, call: Call) -> Flow[Answer]:
        """send is request, with the answer as it came."""
        session = yield from self.current()
        headers = self._credentials(session)
        try:
            return (yield from self._attempt(call, headers))
        except Unauthorized as error:
            # The clock of this machine may be wrong, or the session was ended elsewhere.
            if session is None or not error.challenged:
                raise
            renewed = yield from self.session.renew(session, self._renew)
            # Another user may have signed in meanwhile: what this one has begun is not done as that one.
            if renewed is None or renewed.user["id"] != session.user["id"]:
                raise
        return (yield from self._attempt(call, self._credentials(renewed)))

    def request_as(self, session: Session, call: Call) -> Flow[Reply]:
        """request_as sends a call as the user of a session, which may be the client's no longer."""
        return reply_of((yield from self._attempt(call, self._credentials(session))))

    def current(self) -> Flow[Session | None]:
        """current returns a session whose access token is good, or None if nobody is signed in."""
        session = yield from self.session.current(self._renew)
        if self._began is not None and self._began != (self._user_id(session),):
            raise Unauthorized("Another user, or nobody, is signed in since this began. Begin again.", status=401)
        if session is None and self.is_user_only:
            raise Unauthorized("Nobody is signed in.", status=401)
        return session

    @staticmethod
    def _user_id(session: Session | None) -> object:
        return session and session.user.get("id")

    def signed_in(self) -> Session:
        """signed_in returns the session, whose access token may have expired. Raises Unauthorized if there is none."""
        session = self.session.get()
        if session is None:
            raise Unauthorized("Nobody is signed in. Sign in first.", status=401)
        return session

    def send_bare(self, call: Call) -> Flow[Answer]:
        """send_bare sends a call without credentials."""
        return (yield from self._attempt(call, {}))

    def open(self, call: Call, silence: float, *, is_live: bool = False) -> Flow[Answer]:
        """open sends a call as the user and leaves the body to Read."""
        session = yield from self.current()
        request = self._request(call, self._credentials(session))
        answer: Answer = yield Open(request, silence, is_live)
        if answer.status == 401 and "www-authenticate" in answer.headers and session is not None:
            renewed = yield from self.renew(session)
            if renewed is not None and renewed.user["id"] == session.user["id"]:
                answer = yield Open(self._request(call, self._credentials(renewed)), silence, is_live)
        check(answer)
        return answer

    def dial(self, url: str) -> Flow[None]:
        """dial opens a WebSocket of the server."""
        if self.base.startswith("https:") and not url.startswith("https:"):
            raise MsingiError("The server names an address without TLS for live changes. Check MSINGI_PUBLIC_URL.")
        yield Dial(f"ws{url.removeprefix('http').rstrip('/')}/connection/websocket")

    def renew(self, session: Session) -> Flow[Session | None]:
        """renew exchanges a session for the one that follows, or None if the server no longer accepts it."""
        return (yield from self.session.renew(session, self._renew))

    def _renew(self, refresh_token: str) -> Flow[Any]:
        # The answer may have been lost: within ten seconds the same token may be sent again.
        call = Call(
            "POST",
            f"{self.path}/auth/refresh",
            json={"refresh_token": refresh_token},
            seconds=4,
            repeatable=True,
        )
        return reply_of((yield from self._attempt(call, self._key, retries=1))).data

    # The user's token takes precedence over the key.
    def _credentials(self, session: Session | None) -> Mapping[str, str]:
        if session is None:
            return self._key
        return {**self._key, "authorization": f"Bearer {session.tokens.access_token}"}

    def _attempt(self, call: Call, credentials: Mapping[str, str], retries: int | None = None) -> Flow[Answer]:
        request = self._request(call, credentials, call.seconds or self.timeout)
        is_keyed = "idempotency-key" in call.headers and _KEYED.match(f"{call.method} {call.path}") is not None
        repeatable = call.repeatable or call.method in ("GET", "HEAD") or is_keyed
        left = (self._retries if retries is None else retries) if repeatable else 0
        pause = _FIRST_PAUSE
        while True:
            try:
                answer: Answer = yield Exchange(request)
                check(answer)
                return answer
            except MsingiError as error:
                wait = pause * random.uniform(0.5, 1)  # noqa: S311 - spreads clients, keeps nothing secret
                if error.retry_after is not None:
                    wait = max(wait, error.retry_after)
                if not _is_passing(error) or left == 0 or wait > self.timeout:
                    raise
            left -= 1
            yield Pause(wait)
            pause *= 2

    def _request(self, call: Call, credentials: Mapping[str, str], seconds: float = math.inf) -> Request:
        _check_path(call.path)
        url = f"{self.base}/api/v1{call.path}" if call.path.startswith("/") else call.path
        if credentials and not url.startswith(f"{self.base}/"):
            raise ValueError(f"{call.path} is no path of the API, which begins with /, and no address of this server.")
        query = urlencode(list(call.params), quote_via=quote)
        if query:
            url = f"{url}{'&' if '?' in url else '?'}{query}"
        headers, body = {**credentials, **call.headers}, call.content
        if call.json is not None:
            headers.setdefault("content-type", "application/json")
            body = dumps(call.json).encode()
        return Request(call.method, url, headers, body, seconds)


def _is_passing(error: MsingiError) -> bool:
    return isinstance(error, ConnectionFailed) or error.status in _PASSING or error.code == "still_running"


def _address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise ValueError("The url is no address of a server: it begins with https:// or http://.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ValueError("The url is more than the address of a server, such as https://api.example.com.")
    if route := _ROUTE.search(parts.path):
        raise ValueError(f"The url is that of a route: leave out {route[0]}, the client adds it.")
    return url.rstrip("/")


def _limits(timeout: float, retries: int) -> tuple[float, int]:
    if not timeout > 0:
        raise ValueError(f"timeout must be a number of seconds above 0, not {timeout}.")
    if not retries >= 0:
        raise ValueError(f"retries must be a number of attempts from 0, not {retries}.")
    return timeout, retries


# What a header can hold; a library that refuses it would show it.
def _is_plain(key: str) -> bool:
    return key != "" and all("!" <= character <= "~" for character in key)


# URLs take "." and ".." out, and the list of something has no id: another address would be asked.
def _check_path(address: str) -> None:
    path = re.split(r"[?#]", address, maxsplit=1)[0]
    # Names of folders end with a slash.
    is_folder = "/objects/" in path and not path.endswith("/objects/")
    if _DOTS.search(path) or (path.startswith("/") and not is_folder and _NOTHING.search(path)):
        message = 'An id or name is empty, or "." or "..": it would lead to another address.'
        raise InvalidInput(message, status=400, code="invalid_input", errors=[message])


def asked_of(error: MsingiError) -> float:
    """asked_of returns how many seconds the server wants one to wait, ten minutes at most."""
    return min(error.retry_after or 0.0, _MOST_ASKED)


def segment(text: str) -> str:
    """segment writes a text into the path of an address."""
    return quote(text, safe="")


def lowered(headers: Mapping[str, str] | None) -> dict[str, str]:
    """lowered returns headers with names in lower case."""
    return {name.lower(): value for name, value in (headers or {}).items()}


def params_of(fields: Mapping[str, object]) -> list[tuple[str, str]]:
    """params_of writes fields that are not None as parameters of an address."""
    return [(name, plain(value)) for name, value in fields.items() if value is not None]


def given(**fields: object) -> dict[str, Any]:
    """given returns the fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def idempotent(key: str | None) -> dict[str, str]:
    """idempotent returns the header that makes a write safe to repeat."""
    return {} if key is None else {"idempotency-key": key}
