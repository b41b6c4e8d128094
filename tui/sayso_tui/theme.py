"""sayso's own colours: calm and dark, one accent. Any other theme of Textual works as well."""

from textual.theme import Theme

SAYSO = Theme(
    name="sayso",
    primary="#7aa2f7",
    secondary="#7aa2f7",
    accent="#7aa2f7",
    warning="#e0af68",
    error="#f7768e",
    success="#9ece6a",
    foreground="#d7dae0",
    background="#16181d",
    surface="#1b1e25",
    panel="#2a2f3a",
    dark=True,
    variables={
        "block-cursor-background": "#26304a",
        "block-cursor-foreground": "#d7dae0",
        "block-cursor-text-style": "bold",
        "footer-key-foreground": "#7aa2f7",
        "footer-background": "#1b1e25",
        "input-selection-background": "#7aa2f7 30%",
        "scrollbar": "#2a2f3a",
        "scrollbar-hover": "#3a4150",
        "scrollbar-active": "#7aa2f7",
        "scrollbar-background": "#16181d",
        "scrollbar-background-hover": "#16181d",
        "scrollbar-background-active": "#16181d",
        "scrollbar-corner-color": "#16181d",
    },
)
"""Ink $foreground, dim `$foreground 62%`, faint `$foreground 38%`; good $success, hot $error, warn $warning."""
