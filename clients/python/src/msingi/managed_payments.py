"""What those who look after payments do with a secret key: settings, and what the providers say otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Literal, TypedDict

from ._core.effects import Flow
from ._core.http import Call, Server, given, params_of, segment
from ._core.shell import Part, S, operation

Provider = Literal["provider_a", "provider_b"]
Environment = Literal["sandbox", "live"]
Settings = dict[str, Any]


class DayTotal(TypedDict):
    """DayTotal is the payments that were started on a day (UTC), of one environment and currency. `amount` is the sum of
    those that are completed, in whole shillings, and `refunded_amount` what was given back of it."""

    day: str
    environment: str
    currency: str
    payments: int
    completed: int
    amount: int
    refunded_amount: int


class Balance(TypedDict):
    """Balance is the sum of an account of the ledger, in whole shillings."""

    environment: str
    account: str
    currency: str
    balance: int


DayTotals = list[DayTotal]
Balances = list[Balance]


class Difference(TypedDict):
    """Difference is something that the provider and the server do not agree on; `advice` is what to do about it."""

    id: str
    cause: str
    advice: str
    transaction_id: str | None
    provider: str
    reference: str | None
    receipt: str | None
    status: str | None
    amount: int | None
    provider_amount: float | None
    currency: str
    at: str
    closed_at: str | None
    closed_by: str | None
    note: str | None


class Report(TypedDict):
    """Report is the differences, whatever their age, and the totals of a time."""

    totals: list[dict[str, Any]]
    differences: list[Difference]


class StatementImport(TypedDict):
    """StatementImport is a statement that was imported. `counts` are the numbers of lines by their outcome; None where it
    has broken off, or is not over yet."""

    id: str
    provider: str
    environment: str
    at: str
    by: str
    lines: int
    counts: dict[str, int] | None


class FullImport(StatementImport):
    """FullImport has the lines that are neither settled nor matched, too: `line`, `receipt`, `outcome`, `reason`."""

    others: list[dict[str, Any]]


class PaymentConfiguration(Part[S], Generic[S]):
    """PaymentConfiguration reads, changes and tests the settings of payments. Credentials come masked."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server
        self._path = f"{server.path}/payments/settings"

    @operation
    def get(self) -> Flow[Settings]:
        """get returns the settings."""
        settings: Settings = (yield from self._server.request(Call("GET", self._path))).object
        return settings

    @operation
    def update(self, /, **changes: object) -> Flow[Settings]:
        """update changes settings and returns all of them; what is left out keeps its value."""
        settings: Settings = (yield from self._server.request(Call("PUT", self._path, json=changes))).object
        return settings

    @operation
    def test(self, provider: Provider) -> Flow[dict[str, Any]]:
        """test asks a provider whether the stored credentials are right: `ok`, `message`, and `simulated` where they were
        not tried. Nobody is charged."""
        call = Call("POST", f"{self._path}/test", json={"provider": provider})
        tested: dict[str, Any] = (yield from self._server.request(call)).object
        return tested


class Reconciliation(Part[S], Generic[S]):
    """Reconciliation compares payments with what the providers say."""

    def __init__(self, shell: S, server: Server) -> None:
        super().__init__(shell)
        self._server = server
        self._path = f"{server.path}/payments/reconciliation"

    @operation
    def report(
        self,
        *,
        from_: object = None,
        to: object = None,
        environment: Environment | None = None,
        state: Literal["open", "closed"] | None = None,
    ) -> Flow[Report]:
        """report returns the differences that are open, or those that are closed. `from_` and `to` are of the totals."""
        params = params_of({"from": from_, "to": to, "environment": environment, "state": state})
        report: Report = (yield from self._server.request(Call("GET", self._path, params))).object
        return report

    @operation
    def close(self, ids: Sequence[object], *, note: str) -> Flow[list[Difference]]:
        """close closes differences, all or none. Raises Conflict for a payment without an outcome: resolve that."""
        body = {"ids": [str(id) for id in ids], "note": note}  # noqa: A001
        return (yield from self._server.request(Call("POST", f"{self._path}/close", json=body))).items

    @operation
    def import_statement(
        self,
        *,
        provider: Provider,
        csv: str,
        environment: Environment | None = None,
        dates: Literal["dmy", "mdy", "ymd"] | None = None,
    ) -> Flow[FullImport]:
        """import_statement settles payments by a provider's statement, and may be sent again. `dates` is the order of day,
        month and year, where they can be read in two ways."""
        body = given(provider=provider, csv=csv, environment=environment, dates=dates)
        done: FullImport = (yield from self._server.request(Call("POST", f"{self._path}/statements", json=body))).object
        return done

    @operation
    def imports(self) -> Flow[list[StatementImport]]:
        """imports returns the statements that were imported, the latest first."""
        return (yield from self._server.request(Call("GET", f"{self._path}/imports"))).items

    @operation
    def get_import(self, id: object) -> Flow[FullImport]:  # noqa: A002
        """get_import returns one of them, with the lines that were not taken."""
        call = Call("GET", f"{self._path}/imports/{segment(str(id))}")
        found: FullImport = (yield from self._server.request(call)).object
        return found

    @operation
    def undo_import(self, id: object) -> Flow[None]:  # noqa: A002
        """undo_import deletes the lines of an import. Payments that it has completed stay completed."""
        yield from self._server.request(Call("DELETE", f"{self._path}/imports/{segment(str(id))}"))
