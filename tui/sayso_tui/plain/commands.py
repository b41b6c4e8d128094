"""The words that the plain inbox knows. Only `record` with the right code writes a record."""

from typing import NamedTuple

from sayso_client.rows import View


class Command(NamedTuple):
    """One word, what goes behind it, and what it does."""

    word: str
    takes: str
    help: str


TABLE = (
    Command("list", "[VIEW]", f"What waits; or: {', '.join(View)}."),
    Command("more", "", "The next of the list."),
    Command("find", "WORDS", "List only what holds these words, in any state."),
    Command("show", "N", "Read decision number N, or the one of that key."),
    Command("answer", "N", "Answer it: asks field by field, records nothing."),
    Command("confirm", "N", "Confirm what was proposed: asks field by field, records nothing."),
    Command("dismiss", "N", "Say that no answer is needed: asks field by field, records nothing."),
    Command("retract", "N", "Take an earlier answer back: asks, records nothing."),
    Command("note", "N", "Add a remark that settles nothing: asks, records nothing."),
    Command("undo", "", "Take back what you did last: asks, records nothing."),
    Command("record", "CODE", "Write the record. The only word that writes one; the code is told before."),
    Command("outbox", "", "What you said to stores elsewhere and is not recorded there."),
    Command("send", "N CODE", "Send number N of the outbox again; without the code it tells the code."),
    Command("drop", "N CODE", "Take number N out of the outbox for good; without the code it tells the code."),
    Command("mine", "N CODE", "Decision N, marked “not from here”, was you; without the code it tells the code."),
    Command("help", "", "These words."),
    Command("quit", "", "Leave; drafts are kept. Also: q, :q, ctrl+d."),
)
SAME = {"q": "quit", ":q": "quit", "exit": "quit", "?": "help", "ls": "list"}
"""Other words for the same."""


def help_lines() -> tuple[str, ...]:
    """The words and what they do, one a line."""
    return (
        *(f"  {each.word} {each.takes}".rstrip() + f": {each.help}" for each in TABLE),
        "While a field is asked for: an empty line keeps what stands, ctrl+c (or esc and enter) leaves, and the draft",
        "is kept. A number stays with its decision as long as sayso runs.",
    )
