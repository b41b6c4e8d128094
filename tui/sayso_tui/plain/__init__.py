"""The inbox in lines: for screen readers, dumb terminals and serial lines. No cursor moves, and no Textual."""
