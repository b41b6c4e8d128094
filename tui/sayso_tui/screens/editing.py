"""Writing in one's own editor, and taking back what it saved. Nothing is recorded by that."""

import os
from dataclasses import replace
from pathlib import Path

from sayso_client.errors import LedgerError, SaysoError
from sayso_tui.editor import FOLDER, Command, Edited, EditorTrouble, clear, command, lay_out, read_back
from sayso_tui.screens.other_drafts import OtherDrafts
from sayso_tui.widgets.field import Field


class Editing(OtherDrafts, inherit_bindings=False):
    """A draft whose fields can be written elsewhere."""

    _editing = False
    _aside: tuple[Path, ...] = ()
    """Files of the editor that stay while the sheet is open."""

    def action_editor(self) -> None:
        """Write the field that has the focus in an editor; without one, the sheet's first field."""
        if not self.recording.under_way and not self._editing:
            self._editing = True
            self.run_worker(self._edit(), group="editor")

    def on_unmount(self) -> None:
        """What was read out of these files is a draft or a record by now."""
        for path in self._aside:
            clear(path)

    async def _edit(self) -> None:
        await self.typed()
        field = self.focused if isinstance(self.focused, Field) else self.query_one(f"#{self.FIRST}", Field)
        try:
            sentence = await self._through_editor(field)
        except SaysoError as error:
            sentence = str(error)
        finally:
            self._editing = False
            # Whatever was typed meanwhile was meant for the editor.
            self.shown_anew()
        if self.is_attached:
            self.set_focus(field)
            self.say(sentence, passing=True)

    async def _through_editor(self, field: Field) -> str:
        """Hand over the words, take back what became of them, and keep that; a sentence on how it went."""
        # Imported with the first use: most sheets are written without an editor.
        from sayso_tui.lending import lend

        chosen = command(os.environ)
        await self.keep()
        words = field.text
        path = lay_out(self.desk.inbox.folder / FOLDER, words)
        code = await lend(self.app, [*chosen.argv, str(path)])
        edited = _taken(path, words, code, chosen)
        if edited is None:
            return self._unchanged(chosen, path)
        if not edited.text.strip():
            await self._set_aside(words)
        field.rewrite(edited.text)
        kept = await self.keep()
        if kept and edited.exact:
            clear(path)
        else:
            self._aside += (path,)
        return _told(chosen, edited, path, kept=kept, emptied=not edited.text.strip())

    def _unchanged(self, chosen: Command, path: Path) -> str:
        if not chosen.comes_back_at_once:
            clear(path)
            return f"{_found(chosen)}Nothing was changed in {chosen.name}."
        self._aside += (path,)
        return (
            f"{chosen.name} came back at once, with nothing changed. If its window is still open, what you save there "
            f"is not seen here; tell it to wait, such as with --wait in {chosen.source or '$VISUAL'}."
        )

    async def _set_aside(self, words: str) -> None:
        """The field will be empty: what it held is another draft, as well as one undo away."""
        if words.strip():
            try:
                await self.desk.inbox.set_aside(replace(self.draft(), at=self.desk.inbox.now()))
            except LedgerError:
                return  # undo still has them, and so has the draft on the disk until the next keep


def _taken(path: Path, words: str, code: int, chosen: Command) -> Edited | None:
    """What the editor saved; None when that is what it got.

    Raises:
        EditorTrouble: it failed. What it saved, when it saved anything, is kept and named.
    """
    try:
        edited = read_back(path, words)
    except EditorTrouble:
        if not path.exists():
            clear(path)
        raise
    if code == 0:
        return edited
    how = f"with {code}" if code > 0 else f"by signal {-code}"
    if edited is None:
        clear(path)
        raise EditorTrouble(f"{chosen.name} ended {how}, so nothing was taken over.")
    raise EditorTrouble(f"{chosen.name} ended {how}, so nothing was taken over. What it saved is in {path}.")


def _told(chosen: Command, edited: Edited, path: Path, *, kept: bool, emptied: bool) -> str:
    sentences = [_found(chosen).strip(), f"Taken over from {chosen.name}; nothing is recorded."]
    if emptied:
        sentences[-1] = f"{chosen.name} left the text empty: ctrl+z brings your words back."
    sentences += edited.notices
    if not edited.exact:
        sentences.append(f"Its bytes are in {path} while this sheet is open.")
    if not kept:
        sentences.append(f"The disk did not take it; it is in {path}, too.")
    return " ".join(each for each in sentences if each)


def _found(chosen: Command) -> str:
    return "" if chosen.source else f"Neither $VISUAL nor $EDITOR is set, so {chosen.name} was used. "
