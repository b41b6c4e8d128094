import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sayso_client.decision import Decision, Flag, ProposalSource, State
from sayso_client.inbox import open_inbox
from sayso_client.rows import Query, View
from sayso_client.via import this_terminal
from sayso_config.settings import Settings
from sayso_tui.sample import NAMES, arrivals, fill, records

NOW = datetime(2026, 11, 3, 10, tzinfo=UTC)
NOT_OF_HANDOFF = {Flag.UNSENT, Flag.UNKNOWN_OUTCOME, Flag.REFUSED, Flag.LOST, Flag.NOT_HELD}
"""Of stores that are sent to."""
NOT_YET = {Flag.NOT_FROM_HERE, Flag.OVERTAKEN}
"""Nothing raises it yet."""
OTHER_SYSTEMS = {State.ESCALATED, State.CLOSED}
"""States that no Handoff decision has."""


async def filled(path: Path) -> list[Decision]:
    settings = Settings(me=NAMES)
    await fill(path / "ledger.db", settings, NOW)
    inbox = open_inbox(path / "ledger.db", settings, via=this_terminal("cli"), clock=lambda: NOW)
    found = [inbox.decision(row.ref) for row in inbox.after(Query(View.ALL), None, 1000)]
    inbox.close()
    return [each for each in found if each is not None]


def test_one_clock_gives_the_same_bytes() -> None:
    assert records(NOW) == records(NOW)
    assert records(NOW) != records(NOW + timedelta(days=1))
    assert len({each for each in records(NOW)}) == len(records(NOW))


def test_every_record_is_one_line_of_json() -> None:
    for raw in records(NOW):
        assert b"\n" not in raw
        assert isinstance(json.loads(raw), dict)


def test_records_arrive_in_order_and_none_after_now() -> None:
    times = [each.at for each in arrivals(NOW)]
    assert times == sorted(times)
    assert times[-1] < NOW


async def test_every_state_and_flag_is_there(tmp_path: Path) -> None:
    decisions = await filled(tmp_path)
    assert {each.state for each in decisions} == set(State) - OTHER_SYSTEMS
    assert {flag for each in decisions for flag in each.flags} == set(Flag) - NOT_OF_HANDOFF - NOT_YET


async def test_every_kind_of_authority_is_there(tmp_path: Path) -> None:
    kinds = {
        each.settlement.authority.kind
        for each in await filled(tmp_path)
        if each.settlement and each.settlement.authority
    }
    assert kinds == {"principal", "confirmed", "delegated", "attested"}


async def test_proposals_are_of_every_sort(tmp_path: Path) -> None:
    decisions = await filled(tmp_path)
    proposals = [proposal for each in decisions for proposal in each.proposals]
    assert any(each.probability is not None for each in proposals)
    assert any(each.score is not None and each.legend for each in proposals)
    assert any(each.problems for each in proposals)
    assert any(not each.current for each in proposals)
    assert {each.source for each in proposals} >= {ProposalSource.CLAIMED, ProposalSource.ASKER}
    assert any(len({p.option for p in each.proposals if p.confirmable}) > 1 for each in decisions)


async def test_some_wait_for_others_and_some_are_claimed_or_related(tmp_path: Path) -> None:
    decisions = await filled(tmp_path)
    assert sum(each.state is State.OPEN and not each.waiting for each in decisions) >= 2
    assert {claim.adopted for each in decisions for claim in each.claims} == {True, False}
    assert {relation.kind for each in decisions for relation in each.relations} == {"same_as", "derived_from"}
    assert {each.withdrawal for each in decisions} == {None, "settled", "not_needed"}
    assert max(len(each.options) for each in decisions) > 20
    assert max(each.text.count("\n") for each in decisions) >= 39


async def test_ages_are_as_the_stories_tell_them(tmp_path: Path) -> None:
    refund = next(each for each in await filled(tmp_path) if each.ref.key == "shop/refund-1182")
    assert refund.received_at == refund.asked_at == NOW - timedelta(days=3)
    assert refund.due == NOW.date() - timedelta(days=1)
