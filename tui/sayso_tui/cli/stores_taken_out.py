"""`sayso store rename` and `remove`: the section, and what is held of the store here, at one go."""

from typing import TYPE_CHECKING

from sayso_client.ledger import another_name, taking_out
from sayso_client.ledger.known import Known, known
from sayso_client.ledger.names_held import names_held
from sayso_client.text import one_line
from sayso_config.model import StoreSetting
from sayso_config.store_sections import remove_store, rename_store
from sayso_tui.cli.challenge import challenge
from sayso_tui.cli.output import remark
from sayso_tui.cli.principal import admit
from sayso_tui.cli.session import Session
from sayso_tui.cli.stores_changed import alone, named

if TYPE_CHECKING:
    from sayso_client.ledger.writing import Writing


def renamed(session: Session, old: str, new: str) -> None:
    """Give a store another name.

    Raises:
        ConfigError: there is none of that name, or the new one cannot be had; nothing was changed.
        Ended: another sayso keeps in touch with it.
    """
    store = named(session, old)
    rename_store(session.places.config, store.name, new, check_only=True)

    def act(writing: "Writing") -> None:
        another_name.rename(writing, store.name, new.strip())
        rename_store(session.places.config, store.name, new)

    with alone(session, store, new.strip()) as ledger:
        if ledger is None:
            rename_store(session.places.config, store.name, new)
        else:
            ledger.write_now(act)
    remark(f"{store.name} is {new.strip()} from now on. What is held of it here stayed.")


def removed(session: Session, name: str, *, drop_votes: bool) -> None:
    """Take a store out, and say what was deleted.

    Args:
        session: Of this call.
        name: Of a store; also of one that the ledger holds and the configuration does not name.
        drop_votes: Also take back what people said there and waits for others.

    Raises:
        ConfigError: there is none of that name; nothing was changed.
        Ended: another sayso keeps in touch with it, or the person did not confirm.
    """
    if drop_votes:
        _on_purpose(session, name.strip())
    if _taken_out_of_the_ledger(session, name.strip(), votes_too=drop_votes):
        return
    gone = named(session, name)
    held = Known()
    with alone(session, gone) as ledger:
        if ledger is None:
            remove_store(session.places.config, gone.name)
        else:
            held = ledger.look(lambda db: known(db, gone.name, ledger.now()))

            def act(writing: "Writing") -> None:
                if gone.kind != "local":
                    taking_out.remove(writing, gone.name, votes_too=drop_votes)
                remove_store(session.places.config, gone.name)

            ledger.write_now(act)
            while gone.kind != "local" and ledger.write_now(taking_out.sweep):
                pass
    remark(f"{gone.name} is taken out.{_what_became(gone, held.decisions)}{_of_drafts(held.drafts)}")


def _on_purpose(session: Session, name: str) -> None:
    """What people said is the principal's to drop, at a terminal."""
    if warning := admit(session, unattended=False, what="Only the principal drops what people said"):
        remark(warning)
    what = f"What people said in {one_line(name, 40)} and waits for others is taken back; it is never sent."
    challenge([what, ""], "drop")


def _taken_out_of_the_ledger(session: Session, name: str, *, votes_too: bool) -> bool:
    """Take out what the ledger holds of a store that the configuration does not name; False where there is no such."""
    known = session.loaded
    if known.problems or any(each.name.casefold() == name.casefold() for each in known.settings.stores):
        return False
    with alone(session, StoreSetting(name, "http")) as ledger:
        if ledger is None or name not in ledger.look(names_held):
            return False
        ledger.write_now(lambda writing: taking_out.remove(writing, name, votes_too=votes_too))
        while ledger.write_now(taking_out.sweep):
            pass
    remark(f"{one_line(name, 40)} was not configured; what the ledger held of it is taken out.")
    return True


def _what_became(gone: StoreSetting, decisions: int) -> str:
    many = f"{decisions:,} decision{'' if decisions == 1 else 's'}"
    if not decisions:
        return ""
    if gone.kind == "local":
        stay, come = ("stays", "comes") if decisions == 1 else ("stay", "come")
        return f" Its {many} {stay} in the ledger, unseen, and {come} back when a local store of that name is added."
    return f" The copy of its {many} here is deleted; the store itself was not touched, and gives them again."


def _of_drafts(drafts: int) -> str:
    if not drafts:
        return ""
    return (
        f" {drafts} draft{'' if drafts == 1 else 's'} of yours stay{'s' if drafts == 1 else ''}: sayso doctor --drafts"
    )
