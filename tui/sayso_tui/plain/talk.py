"""The plain inbox: one command a line, until it is left."""

from collections.abc import Callable
from itertools import islice

from sayso_client.decision import Act, Decision
from sayso_client.errors import Incomplete, SaysoError
from sayso_client.rows import Query, Rank, Row, View
from sayso_client.text import one_line
from sayso_client.vocabulary import Ref
from sayso_tui.plain.allowed import why_not
from sayso_tui.plain.arrivals import TOLD, Arrivals
from sayso_tui.plain.commands import SAME, help_lines
from sayso_tui.plain.desk import Desk
from sayso_tui.plain.dialogue import Left
from sayso_tui.plain.form import TITLES, Form
from sayso_tui.plain.mine import Mine
from sayso_tui.plain.offer import Offers
from sayso_tui.plain.outbox import Outbox
from sayso_tui.plain.reading import everything, in_lines, to_decide
from sayso_tui.plain.row import in_a_line
from sayso_tui.plain.undoing import Undoing
from sayso_tui.plain.written import Written
from sayso_tui.screens.was_now import was_and_now
from sayso_tui.widgets.nothing import nothing

PAGE = 20
"""Decisions that are listed at a time."""
PROMPT = "sayso> "


class Talk:
    """Obeys commands on an inbox."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._say = desk.dialogue.say
        self._query = Query()
        self._last: Rank | None = None
        self._mine: Ref | None = None
        self._arrivals = Arrivals(desk)
        self._outbox = Outbox(desk)
        self._offers = Offers(desk, self._outbox.follow, self._ask)
        self._undoing = Undoing(desk)
        self._was_mine = Mine(desk)
        self._commands: dict[str, Callable[[str], None]] = {
            "list": self._list,
            "more": self._more,
            "find": self._find,
            "show": self._show,
            "undo": self._undo,
            "record": self._record,
            "outbox": self._outbox.list,
            "send": self._outbox.send,
            "drop": self._outbox.drop,
            "mine": self._was_me,
            "help": self._help,
            **{act.value: self._beginning(act) for act in Act},
        }

    def go_on(self) -> None:
        """Greet, list what waits, and obey until the person leaves."""
        if why := self._desk.inbox.read_only:
            self._say(why)
        self._list("")
        self._say("Type help for the words that can be typed here.")
        while True:
            self._tell_news()
            try:
                line = self._desk.dialogue.ask(PROMPT).strip()
            except Left as left:
                if left.ended:
                    return
                self._say("Nothing was recorded. Type quit to leave.")
                continue
            word, _, rest = line.partition(" ")
            word = SAME.get(word, word)
            if word == "quit":
                return
            if word:
                self._obey(word, rest.strip())

    def _obey(self, word: str, rest: str) -> None:
        command = self._commands.get(word)
        if command is None:
            self._say(f"There is no word {one_line(word, 40)}. Type help for those that there are.")
            return
        try:
            command(rest)
        except SaysoError as error:
            self._say(str(error))

    # listing

    def _list(self, view: str) -> None:
        if view and view not in set(View):
            self._say(f"There is no view {one_line(view, 40)}. There are: {', '.join(View)}.")
            return
        self._begin_list(Query(View(view) if view else View.WAITING))

    def _find(self, words: str) -> None:
        self._begin_list(Query(View.ALL, words))

    def _begin_list(self, query: Query) -> None:
        self._query, self._last = query, None
        total = self._desk.inbox.count(query)
        if not total:
            self._say(nothing(query, {}, "", "")[0])
            return
        found = f" with “{one_line(query.text, 60)}”" if query.text else ""
        self._say(f"{total:,} {'decisions' if total > 1 else 'decision'}, {query.view}{found}:")
        self._more("")

    def _more(self, _: str) -> None:
        inbox = self._desk.inbox
        rows = inbox.after(self._query, self._last, PAGE + 1)
        if not rows:
            self._say("That was all.")
            return
        self._arrivals.told(rows[:PAGE])
        drafts = inbox.drafts()
        self._say(*(self._row(row, drafts) for row in rows[:PAGE]))
        self._last = rows[min(PAGE, len(rows)) - 1].rank_in(self._query.view)
        if len(rows) > PAGE:
            self._say("There are more: type more.")

    def _row(self, row: Row, drafts: frozenset[Ref]) -> str:
        inbox = self._desk.inbox
        several = len(inbox.stores()) > 1
        number = self._desk.numbers.of(row.ref)
        return in_a_line(number, row, inbox.now().astimezone(), store=several, draft=row.ref in drafts)

    def _tell_news(self) -> None:
        """What changed since the last prompt, the first few one by one."""
        try:
            news = list(self._arrivals.since(self._mine))
            drafts = self._desk.inbox.drafts() if news else frozenset()
            self._say(*self._outbox.news())
        except SaysoError as error:
            self._say(str(error))
            return
        self._mine = None
        for what, row in islice(news, TOLD):
            if what == "new":
                self._say(f"New: {self._row(row, drafts)}")
            else:
                self._say(f"{self._desk.numbers.of(row.ref)} was {one_line(what, 100)}.")
        if len(news) > TOLD:
            self._say(f"And {len(news) - TOLD:,} more changes; list shows what waits now.")

    # one decision

    def _found(self, named: str) -> Decision | None:
        """The decision of that number or key; None, and a sentence, when there is none."""
        if not named:
            self._say("Say which: a number of the list, or a key.")
            return None
        if not (named.isascii() and named.isdigit()):
            return self._desk.inbox.find(named)
        ref = self._desk.numbers.ref(int(named)) if len(named) < 10 else None
        decision = self._desk.inbox.decision(ref) if ref else None
        if decision is None:
            self._say(f"Number {one_line(named, 12)} {'is not held any more' if ref else 'was not given yet'}.")
        return decision

    def _show(self, named: str) -> None:
        decision = self._found(named)
        if decision is not None:
            self._say(*everything(decision, self._desk.inbox.now().astimezone()))
            self._say(f"This is number {self._desk.numbers.of(decision.ref)}.")

    def _beginning(self, act: Act) -> Callable[[str], None]:
        return lambda named: self._begin(act, named)

    def _begin(self, act: Act, named: str) -> None:
        decision = self._found(named)
        if decision is None:
            return
        number = self._desk.numbers.of(decision.ref)
        if why := why_not(act, decision, number, self._desk.inbox):
            self._say(why)
            return
        self._offers.drop()
        written = Written(self._desk, decision, act)
        now = self._desk.inbox.now().astimezone()
        self._say(f"{TITLES[act]} Number {number}:", "", *to_decide(decision, now), "")
        if written.before is not None:
            self._say(*in_lines(was_and_now(written.before, decision, now)))
        self._write(written)

    def _undo(self, _: str) -> None:
        self._offers.drop()
        if (undone := self._undoing.begin()) is not None:
            self._write(undone)

    def _write(self, written: Written) -> None:
        self._say(*(each for each in (written.told, written.others) if each))
        self._ask(written)

    def _ask(self, written: Written) -> None:
        try:
            self._fill_in(Form(self._desk, written))
        except Left:
            written.keep()
            kept = self._desk.inbox.draft(written.decision.ref, written.act) is not None
            self._say(f"Nothing was recorded.{' Your draft is kept.' if kept else ''}")

    def _fill_in(self, form: Form) -> None:
        """Ask every field, then what is still missing, and offer the record."""
        form.ask_all()
        while True:
            try:
                self._offers.make(form.written)
                return
            except Incomplete as missing:
                self._say(str(missing))
                form.ask_missing(missing.field)

    def _was_me(self, rest: str) -> None:
        named, _, code = rest.partition(" ")
        decision = self._found(named)
        if decision is not None:
            self._was_mine.obey(decision, self._desk.numbers.of(decision.ref), code.strip())

    def _record(self, code: str) -> None:
        self._mine = self._offers.record(code)

    def _help(self, _: str) -> None:
        self._say(*help_lines())
