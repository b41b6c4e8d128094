"""What takes long tells a person at a terminal how far it is, and nobody else."""

import io

from sayso_tui.cli.progress import Progress


class Glass(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_one_line_tells_how_far_it_is_and_is_gone_at_the_end() -> None:
    glass = Glass(newline="")
    with Progress(glass, after_s=0) as progress:
        progress.show("reading the records again", 123, 300)
        assert glass.getvalue() == "\r\rreading the records again: 41 %"
    assert glass.getvalue().endswith(f"\r{' ' * len('reading the records again: 41 %')}\r")


def test_where_nobody_knows_how_much_there_is_only_the_deed_is_told() -> None:
    glass = Glass(newline="")
    with Progress(glass, after_s=0) as progress:
        progress.show("reading the file", 0, 0)
    assert "reading the file …" in glass.getvalue()


def test_what_is_done_soon_says_nothing() -> None:
    glass = Glass(newline="")
    with Progress(glass, after_s=60) as progress:
        progress.show("reading the records again", 1, 2)
    assert glass.getvalue() == ""


def test_a_stream_that_is_no_terminal_gets_nothing() -> None:
    stream = io.StringIO()
    with Progress(stream, after_s=0) as progress:
        progress.show("reading the records again", 1, 2)
    assert stream.getvalue() == ""
