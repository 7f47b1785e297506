"""The users of the project, managed with a secret key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal

from ._core.effects import Flow
from ._core.http import Call, Server, given, segment
from ._core.shell import Part, S, Stream, operation

User = dict[str, Any]
Items = list[dict[str, Any]]


class Users(Part[S], Generic[S]):
    """Users lists, creates, invites, changes and deletes the users of the project."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server
        self._path = f"{server.path}/auth/users"

    def list(self, **filters: object) -> Stream[User, S]:
        """list iterates over all users that match: `search`, `state`, `confirmed`, `provider`, `role_id`,
        `created_after`, `created_before`, and `order`, such as `full_name.asc`. `limit` is the size of a page, 100 at
        most."""
        return Stream(self._shell, self._server.walk(self._path, filters))

    @operation
    def get(self, id: object) -> Flow[User]:  # noqa: A002
        """get returns a user."""
        user: User = yield from self._call("GET", f"/{segment(str(id))}")
        return user

    @operation
    def create(
        self,
        *,
        email: str | None = None,
        phone: str | None = None,
        full_name: str | None = None,
        password: str | None = None,
        metadata: Mapping[str, object] | None = None,
        claims: Mapping[str, object] | None = None,
        email_verified: bool | None = None,
        phone_verified: bool | None = None,
        role_ids: Sequence[str] | None = None,
    ) -> Flow[User]:
        """create creates a user without a sign-up, with an address or a number at least."""
        body = given(
            email=email,
            phone=phone,
            full_name=full_name,
            password=password,
            metadata=metadata,
            claims=claims,
            email_verified=email_verified,
            phone_verified=phone_verified,
            role_ids=role_ids,
        )
        user: User = yield from self._call("POST", "", body)
        return user

    @operation
    def invite(
        self,
        email: str,
        *,
        full_name: str | None = None,
        metadata: Mapping[str, object] | None = None,
        role_ids: Sequence[str] | None = None,
        redirect_to: str | None = None,
    ) -> Flow[User]:
        """invite creates a user without a password, and mails a link that signs in."""
        body = given(email=email, full_name=full_name, metadata=metadata, role_ids=role_ids, redirect_to=redirect_to)
        user: User = (yield from self._call("POST", "/invite", body))["user"]
        return user

    @operation
    def update(self, id: object, /, **changes: object) -> Flow[User]:  # noqa: A002
        """update changes a user: contacts, `full_name`, `is_active`, `metadata`, `claims`."""
        user: User = yield from self._call("PATCH", f"/{segment(str(id))}", changes)
        return user

    @operation
    def delete(self, id: object) -> Flow[None]:  # noqa: A002
        """delete deletes a user, whose sessions end."""
        yield from self._call("DELETE", f"/{segment(str(id))}")

    @operation
    def send(
        self,
        id: object,  # noqa: A002
        kind: Literal["reset_password", "verify_email", "magic_link", "invitation"],
        *,
        redirect_to: str | None = None,
    ) -> Flow[None]:
        """send mails a user."""
        body = given(kind=kind, redirect_to=redirect_to)
        yield from self._call("POST", f"/{segment(str(id))}/send", body)

    @operation
    def end_sessions(self, id: object) -> Flow[None]:  # noqa: A002
        """end_sessions signs a user out everywhere."""
        yield from self._call("DELETE", f"/{segment(str(id))}/sessions")

    @operation
    def sessions(self, id: object) -> Flow[Items]:  # noqa: A002
        """sessions returns where a user is signed in, the latest first."""
        return (yield from self._items(f"/{segment(str(id))}/sessions"))

    @operation
    def end_session(self, id: object, session_id: object) -> Flow[None]:  # noqa: A002
        """end_session ends one of them."""
        yield from self._call("DELETE", f"/{segment(str(id))}/sessions/{segment(str(session_id))}")

    @operation
    def factors(self, id: object) -> Flow[Items]:  # noqa: A002
        """factors returns the second factors of a user."""
        return (yield from self._items(f"/{segment(str(id))}/factors"))

    @operation
    def remove_factor(self, id: object, factor_id: object) -> Flow[None]:  # noqa: A002
        """remove_factor takes a second factor from a user who has lost it."""
        yield from self._call("DELETE", f"/{segment(str(id))}/factors/{segment(str(factor_id))}")

    @operation
    def identities(self, id: object) -> Flow[Items]:  # noqa: A002
        """identities returns with which providers a user signs in."""
        return (yield from self._items(f"/{segment(str(id))}/identities"))

    @operation
    def unlink(self, id: object, identity_id: object) -> Flow[None]:  # noqa: A002
        """unlink takes an identity off, also the last way to sign in."""
        yield from self._call("DELETE", f"/{segment(str(id))}/identities/{segment(str(identity_id))}")

    @operation
    def roles(self, id: object) -> Flow[Items]:  # noqa: A002
        """roles returns the roles of a user."""
        return (yield from self._roles("GET", id))

    @operation
    def add_role(self, id: object, role_id: object) -> Flow[Items]:  # noqa: A002
        """add_role gives a user a role, and returns all that the user has now."""
        return (yield from self._roles("POST", id, {"role_id": str(role_id)}))

    @operation
    def set_roles(self, id: object, role_ids: Sequence[object]) -> Flow[Items]:  # noqa: A002
        """set_roles gives a user these roles in place of all others."""
        return (yield from self._roles("PUT", id, {"role_ids": [str(role_id) for role_id in role_ids]}))

    @operation
    def remove_role(self, id: object, role_id: object) -> Flow[None]:  # noqa: A002
        """remove_role takes a role from a user."""
        yield from self._server.request(Call("DELETE", f"{self._roles_of(id)}/{segment(str(role_id))}"))

    def _roles(self, method: str, id: object, body: object = None) -> Flow[Items]:  # noqa: A002
        return (yield from self._server.request(Call(method, self._roles_of(id), json=body))).items

    def _roles_of(self, id: object) -> str:  # noqa: A002
        return f"{self._server.path}/users/{segment(str(id))}/roles"

    def _items(self, path: str) -> Flow[Items]:
        return (yield from self._server.request(Call("GET", f"{self._path}{path}"))).items

    def _call(self, method: str, path: str, body: object = None) -> Flow[Any]:
        return (yield from self._server.request(Call(method, f"{self._path}{path}", json=body))).data
