"""The style sheet of the desk, made from the roles of a theme. Buttons, felts and rings paint themselves."""

from __future__ import annotations

from trainer.desk.style.style import Style
from trainer.desk.style.theme import STEPS

SCROLL_BAR = 12  # its width at scale 1
FIELD_EDGE, FIELD_RADIUS = 2, 8  # the line around a field, and its corners

# Role of a text → (type step, weight, colour role).
TEXT_ROLES: dict[str, tuple[int, int, str]] = {
    "body": (STEPS.body, 400, "text"),
    "quiet": (STEPS.body, 400, "quiet"),
    "small": (STEPS.small, 400, "quiet"),
    "strong": (STEPS.body, 600, "text"),
    "large": (STEPS.large, 400, "text"),
    "large-quiet": (STEPS.large, 400, "quiet"),
    "heading": (STEPS.large, 600, "text"),
    "title": (STEPS.title, 600, "text"),
    "question": (24, 600, "text"),
    "figure": (STEPS.figure, 600, "text"),
    "answer": (STEPS.answer, 600, "text"),
    "code": (46, 600, "text"),
    "ghost-figure": (STEPS.title, 600, "quiet"),
    "accent": (STEPS.body, 600, "accent"),
    "accent-small": (STEPS.small, 600, "accent"),
    "right": (STEPS.figure, 600, "right"),
    "wrong": (STEPS.figure, 600, "wrong"),
    "note": (STEPS.large, 600, "note"),
    "note-figure": (STEPS.figure, 600, "note"),
    "badge": (STEPS.body, 600, "on_accent"),
    "badge-quiet": (STEPS.body, 600, "text"),
    "keycap": (STEPS.small, 600, "quiet"),
    "correction": (STEPS.large, 600, "right"),
    "small-correction": (STEPS.body, 600, "right"),
    "trouble": (STEPS.body, 600, "wrong"),
    "projected": (26, 400, "text"),
    "projected-answer": (48, 600, "right"),
    "projected-question": (38, 600, "text"),
    "projected-lines": (34, 600, "text"),
}

# Size of a figure in its field → type step, the largest first.
FIGURE_STEPS: dict[str, int] = {
    "large": STEPS.answer,
    "usual": STEPS.figure,
    "small": STEPS.title,
    "smallest": STEPS.large,
}


def stylesheet(style: Style) -> str:
    """QSS for the main window and everything in it."""
    theme, px, type_px = style.theme, style.px, style.type_px
    roles = "\n".join(
        f'QLabel[role="{role}"] {{ font-size: {type_px(step)}px; font-weight: {weight}; '
        f"color: {getattr(theme, colour)}; }}"
        for role, (step, weight, colour) in TEXT_ROLES.items()
    )
    figures = "\n".join(
        f'QLineEdit[figure="{figure}"] {{ font-size: {type_px(step)}px; font-weight: 600; }}'
        for figure, step in FIGURE_STEPS.items()
    )
    return f"""
QWidget {{ font-family: "Inter"; font-size: {type_px(STEPS.body)}px; color: {theme.text}; }}
QWidget[surface="window"] {{ background: {theme.window}; }}
QWidget[surface="panel"] {{ background: {theme.panel}; }}
QWidget[surface="card"] {{
    background: {theme.panel}; border: 1px solid {theme.line}; border-radius: {px(12)}px;
}}
QWidget[surface="note"] {{
    background: {theme.raised}; border-left: {px(4)}px solid {theme.note}; border-radius: {px(4)}px;
}}
QLabel {{ background: transparent; border: none; }}
{roles}
QLabel[role="badge"] {{ background: {theme.accent}; border-radius: {px(12)}px; padding: {px(4)}px {px(12)}px; }}
QLabel[role="badge-quiet"] {{ background: {theme.raised}; border-radius: {px(12)}px; padding: {px(4)}px {px(12)}px; }}
QLabel[role="keycap"] {{ border: 1px solid {theme.line}; border-radius: {px(4)}px; padding: {px(2)}px {px(6)}px; }}
QLineEdit {{
    background: {theme.window}; color: {theme.text}; border: {px(FIELD_EDGE)}px solid {theme.line};
    border-radius: {px(FIELD_RADIUS)}px; padding: 0 {px(12)}px;
    selection-background-color: {theme.accent}; selection-color: {theme.on_accent};
}}
QLineEdit:focus {{ border-color: {theme.accent}; }}
QLineEdit:disabled {{ color: {theme.quiet}; }}
{figures}
QTextBrowser {{
    background: {theme.window}; border: none; font-size: {type_px(STEPS.large)}px;
    selection-background-color: {theme.accent}; selection-color: {theme.on_accent};
}}
QListWidget {{ background: transparent; border: none; outline: none; }}
QListWidget[surface="contents"] {{ background: {theme.panel}; padding: {px(8)}px 0; }}
QListWidget[surface="contents"]::item {{
    color: {theme.text}; padding: {px(7)}px {px(16)}px; border-left: {px(4)}px solid transparent;
}}
QListWidget[surface="contents"]::item:hover {{ background: {theme.raised}; }}
QListWidget[surface="contents"]::item:selected {{
    background: {theme.raised}; color: {theme.text}; border-left: {px(4)}px solid {theme.accent};
}}
QScrollArea {{ background: transparent; border: none; }}
QScrollArea > QWidget > QWidget {{ background: transparent; }}
QScrollBar:vertical {{ background: transparent; width: {px(SCROLL_BAR)}px; margin: 0; }}
QScrollBar::handle:vertical {{
    background: {theme.line}; border-radius: {px(4)}px; min-height: {px(32)}px; margin: {px(2)}px;
}}
QScrollBar::handle:vertical:hover {{ background: {theme.quiet}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
    background: transparent; height: 0; width: 0;
}}
QToolTip {{
    background: {theme.raised}; color: {theme.text}; border: 1px solid {theme.line}; padding: {px(4)}px {px(8)}px;
}}
"""
