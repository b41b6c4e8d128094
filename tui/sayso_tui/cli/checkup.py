"""What a look at the ledger found, as a page for a person."""

from collections.abc import Iterator

from sayso_client.ledger.checkup.examine import Report
from sayso_client.ledger.checkup.facts import Facts
from sayso_client.ledger.checkup.finding import Finding, Topic
from sayso_client.ledger.checkup.typed import Left
from sayso_client.text import one_line
from sayso_config.paths import Places
from sayso_tui.cli.cells import cell_len

_INDENT = " " * 10
_LOOKED_AT = {
    Topic.FILE: "the file is whole",
    Topic.COUNTERS: "the counters agree with the list",
    Topic.SEARCH: "the search index agrees with the words",
    Topic.DERIVED: "every decision is shown as its records say",
    Topic.MODES: "nobody else can read it",
    Topic.DRAFTS: "every draft belongs to a decision",
    Topic.OUTBOX: "nothing in the outbox waits for anybody",
    Topic.STORES: "every store elsewhere that is held is configured",
    Topic.CHAIN: "what was served is what was written",
    Topic.PLACE: "it lies on a disk of this machine",
    Topic.ROOM: "there is room on the disk",
}
"""What it means that nothing was found."""


def page(places: Places, report: Report, width: int, *, drafts: bool) -> str:
    """All lines of it.

    Args:
        places: Where the files lie.
        report: What was found.
        width: Cells of a line.
        drafts: Whether to show the text of drafts whose decision is not held.
    """
    return "\n".join(
        [*_about(places, report.facts), *_findings(report, width), *_drafts(report.drafts, drafts), _sum(report)]
    )


def _about(places: Places, facts: Facts | None) -> Iterator[str]:
    yield f"ledger    {places.ledger}"
    if facts is None:
        return
    copied = ((facts.copied, "copied record"),) if facts.copied else ()
    held = (
        (facts.records, "record"),
        *copied,
        (facts.decisions, "decision"),
        (facts.drafts, "draft"),
        (facts.stores, "store"),
    )
    yield f"holds     {', '.join(_counted(*each) for each in held)}; pulse {facts.pulse}"
    log = f"write-ahead log {_size(facts.write_ahead_log)}, program's log {_size(facts.log)}"
    yield f"size      {_size(facts.size)}, {log}"
    disk = "" if facts.free is None else f"{_size(facts.free)} free"
    yield f"disk      {disk}{f' ({facts.file_system})' if facts.file_system else ''}"
    yield f"version   {facts.version}, rows {facts.rows}; SQLite {facts.sqlite}, journal {facts.journal}"
    yield f"imported  {facts.last_import or 'never'}"
    yield f"rebuilt   {facts.last_rebuild or 'never'}"


def _findings(report: Report, width: int) -> Iterator[str]:
    yield ""
    for each in report.findings:
        yield from _sentence("wrong" if each.wrong else "note", each, width)
        yield from (f"          {one_line(ref.store)}  {one_line(ref.key)}" for ref in each.decisions)
    told = {each.topic for each in report.findings}
    if report.facts:
        yield from (f"well      {what}" for topic, what in _LOOKED_AT.items() if topic not in told)


def _sentence(mark: str, finding: Finding, width: int) -> Iterator[str]:
    """The sentence within that many cells; a command that ends it stands on a line of its own, to be copied whole."""
    command = finding.command or ""
    words = one_line(finding.sentence.removesuffix(command)).split(" ")
    line = mark.ljust(len(_INDENT) - 1)
    for word in words:
        if line.strip() and cell_len(line) + 1 + cell_len(word) > width:
            yield line
            line = _INDENT[:-1]
        line += f" {word}"
    yield line
    if command and finding.sentence.endswith(command):
        yield f"{_INDENT}{one_line(command)}"


def _drafts(drafts: tuple[Left, ...], texts: bool) -> Iterator[str]:
    for each in drafts:
        about = [each.act, _counted(each.length, "character"), *([f"last written {each.at}"] if each.at else [])]
        yield f"draft     {one_line(each.ref.store)}  {one_line(each.ref.key)}  ({', '.join(about)})"
        yield f"          {'comes back with its sheet' if each.held else 'its decision is not held'}"
        if texts:
            yield from (f"          │ {line}" for line in each.words.splitlines())


def _sum(report: Report) -> str:
    wrong = sum(each.wrong for each in report.findings)
    return "\nAll is well." if not wrong else f"\n{_counted(wrong, 'thing')} {'is' if wrong == 1 else 'are'} wrong."


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _size(count: int) -> str:
    size = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"
