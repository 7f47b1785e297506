"""Signing up, in and out, and what users do with their own account. All other calls of the client are made as
the signed-in user."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from ._core.answers import strange
from ._core.effects import Flow
from ._core.http import Call, Server, given
from ._core.providers import ProviderSignIns
from ._core.session import Session, SessionListener, tokens_of
from ._core.shell import Part, S, operation
from .account import Account, User
from .errors import Unauthorized
from .factors import Factors
from .users import Users


@dataclass(frozen=True)
class Challenge:
    """Challenge asks for the second factor: pass its `mfa_token` to `verify_factor`."""

    mfa_token: str = field(repr=False)
    expires_at: str


@dataclass(frozen=True)
class SignedIn:
    """SignedIn has the user, or a challenge if the user has a second factor."""

    user: User | None
    challenge: Challenge | None = None


@dataclass(frozen=True)
class SignedUp:
    """SignedUp is a new user, who is signed in unless the address must be verified first."""

    user: User
    email_verification_required: bool


class Auth(Part[S], Generic[S]):
    """Auth signs users up, in and out."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server
        self._session = server.session
        self._path = f"{server.path}/auth"
        address = f"{server.base}/api/v1{self._path}"
        self._providers = ProviderSignIns(server.session.store, server.project, address)
        self.account = Account(shell, server)
        """account is the signed-in user's own: profile, sessions, identities."""
        self.factors = Factors(shell, server)
        """factors are the second factors of the signed-in user."""
        self.users = Users(shell, server)
        """users manages the users of the project, with a secret key."""

    @property
    def session(self) -> Session | None:
        """session is the current session, which can be from an earlier run, or None if nobody is signed in."""
        return self._session.get()

    def on_change(self, listener: SessionListener) -> Callable[[], None]:
        """on_change calls the listener when another user, or none, is signed in. Returns a function that stops it."""
        return self._session.listen(listener)

    @operation
    def sign_up(
        self,
        *,
        email: str,
        password: str,
        full_name: str | None = None,
        phone: str | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Flow[SignedUp]:
        """sign_up creates a user and signs them in, unless the project requires a verified address: then
        `email_verification_required` is true, and the user has to `verify_email` first."""
        body = given(email=email, password=password, full_name=full_name, phone=phone, metadata=metadata)
        data = yield from self._post("signup", body)
        if "tokens" in data:
            self._session.set(Session(data["user"], tokens_of(data)))
        return SignedUp(data["user"], bool(data.get("email_verification_required")))

    @operation
    def sign_in(self, *, email: str, password: str, code: str | None = None) -> Flow[SignedIn]:
        """sign_in signs in with a password. While somebody guesses it, a new device is refused with QuotaExceeded and
        `details["reason"] == "proof_required"`: sign in again with the `code` that was sent by mail."""
        return (yield from self._enter("signin", given(email=email, password=password, code=code)))

    @operation
    def sign_in_anonymously(self) -> Flow[SignedIn]:
        """sign_in_anonymously creates a user without credentials; `upgrade` adds them later."""
        return self._entered((yield from self._post("anonymous", {})))

    @operation
    def upgrade(
        self,
        *,
        email: str,
        password: str,
        full_name: str | None = None,
        phone: str | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Flow[User]:
        """upgrade gives an anonymous user credentials, with the same id, rows and session."""
        body = given(email=email, password=password, full_name=full_name, phone=phone, metadata=metadata)
        user: User = (yield from self._post("upgrade", body, as_user=True))["user"]
        session = self._session.get()
        if session is not None:
            self._session.keep_user(user)
            # The claims of the old token still say that its user is anonymous.
            yield from self._server.renew(session)
        return user

    @operation
    def request_email_verification(self, email: str, *, redirect_to: str | None = None) -> Flow[None]:
        """request_email_verification sends a mail with a link and a code for `verify_email`."""
        body = given(email=email, redirect_to=redirect_to)
        yield from self._identified("verify-email/request", body)

    @operation
    def verify_email(
        self, *, token: str | None = None, email: str | None = None, code: str | None = None
    ) -> Flow[User]:
        """verify_email verifies an address, without signing in: by the token of the link, or by address and code."""
        data = yield from self._identified("verify-email", given(token=token, email=email, code=code))
        user: User = data["user"]
        return user

    @operation
    def request_otp(self, phone: str) -> Flow[dict[str, Any]]:
        """request_otp sends a code to a phone. In development the answer has it as `otp_code`."""
        answer: dict[str, Any] = yield from self._identified("otp/request", {"phone": phone})
        return answer

    @operation
    def verify_otp(
        self,
        *,
        phone: str,
        code: str,
        full_name: str | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> Flow[SignedIn]:
        """verify_otp signs in with a code; a user who is signed in verifies the number with it. `full_name` is needed the
        first time, unless the project's settings turn that off."""
        body = given(phone=phone, code=code, full_name=full_name, metadata=metadata)
        return (yield from self._enter("otp/verify", body, as_user=True))

    @operation
    def request_magic_link(
        self,
        email: str,
        *,
        redirect_to: str | None = None,
        create_user: bool | None = None,
        full_name: str | None = None,
    ) -> Flow[None]:
        """request_magic_link mails a link and a code for `verify_magic_link`."""
        body = given(email=email, redirect_to=redirect_to, create_user=create_user, full_name=full_name)
        yield from self._identified("magic-link/request", body)

    @operation
    def verify_magic_link(
        self, *, token: str | None = None, email: str | None = None, code: str | None = None
    ) -> Flow[SignedIn]:
        """verify_magic_link signs in by the token of the link, or by address and code."""
        return (yield from self._enter("magic-link/verify", given(token=token, email=email, code=code)))

    @operation
    def verify_factor(self, *, mfa_token: str, code: str) -> Flow[SignedIn]:
        """verify_factor completes a challenge with a code of the authenticator app, or a recovery code."""
        return (yield from self._enter("factors/verify", {"mfa_token": mfa_token, "code": code}))

    @operation
    def start_provider_sign_in(self, provider: str, *, redirect_to: str) -> Flow[str]:
        """start_provider_sign_in returns the address at which the user signs in with an identity provider; open it in a
        browser. It leads back to `redirect_to`, one of the project's `redirect_urls`: pass the whole address there to
        `finish_provider_sign_in`."""
        return self._providers.begin(provider, redirect_to)
        yield

    @operation
    def finish_provider_sign_in(self, landed: str) -> Flow[SignedIn]:
        """finish_provider_sign_in signs in with the address that the browser came back to, with the `store` in which the
        sign-in was started. Its code works once."""
        proof = self._providers.proof_of(landed)
        signed_in = self._entered((yield from self._post("token", proof)))
        self._providers.forget(proof)
        return signed_in

    @operation
    def request_password_reset(self, email: str) -> Flow[None]:
        """request_password_reset sends a code of six digits by mail."""
        yield from self._identified("reset-password", {"email": email})

    @operation
    def confirm_password_reset(self, *, email: str, code: str, new_password: str) -> Flow[None]:
        """confirm_password_reset sets a new password, which ends all sessions of the user."""
        body = {"email": email, "code": code, "new_password": new_password}
        yield from self._identified("reset-password/confirm", body)

    @operation
    def refresh(self) -> Flow[Session | None]:
        """refresh renews the session now, with what has changed in its claims. It returns None if nobody is signed in, or
        the server no longer accepts the session, which is removed then."""
        session = self._session.get()
        return None if session is None else (yield from self._server.renew(session))

    @operation
    def sign_out(self) -> Flow[None]:
        """sign_out ends the session on the server, if it can be reached, and always here."""
        # Where it has ended already, the server says so with 401.
        with contextlib.suppress(Unauthorized):
            try:
                session = yield from self._server.current()
            finally:
                # Before the server ends it, so that live connections go on with the key and are not sent away.
                self._session.set(None)
            if session is not None:
                yield from self._server.request_as(session, Call("POST", f"{self._path}/logout"))

    def _enter(self, path: str, body: dict[str, Any], *, as_user: bool = False) -> Flow[SignedIn]:
        return self._entered((yield from self._identified(path, body, as_user=as_user)))

    def _entered(self, data: Any) -> SignedIn:
        try:
            if "mfa_required" in data:
                return SignedIn(None, Challenge(data["mfa_token"], data["expires_at"]))
            session = Session(data["user"], tokens_of(data))
        except (KeyError, TypeError):
            raise strange() from None
        self._session.set(session)
        return SignedIn(session.user)

    # Sends the device token with passwords and codes, so that the server recognises the device.
    def _identified(self, path: str, body: dict[str, Any], *, as_user: bool = False) -> Flow[Any]:
        return (yield from self._post(path, self._session.identify(body), as_user=as_user))

    # Most of these routes are called without the session: an expired one must not matter, and a wrong password must not
    # be sent again with a renewed one.
    def _post(self, path: str, body: object, *, as_user: bool = False) -> Flow[Any]:
        send = self._server.request if as_user else self._server.request_as_key
        data = (yield from send(Call("POST", f"{self._path}/{path}", json=body))).data
        self._session.keep_device(data)
        return data
