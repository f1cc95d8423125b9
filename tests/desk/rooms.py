"""What has no room: words that do not fit the widget that says them."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from trainer.desk.widgets.key_button import KeyButton


def squeezed(widget: QWidget) -> str:
    """Why a label or button cannot show all of its words; nothing if it can."""
    named = f"{type(widget).__name__} {widget.text() if hasattr(widget, 'text') else ''!r} of {widget.size()}"
    if isinstance(widget, QLabel) and widget.text():
        needed = widget.heightForWidth(widget.width()) if widget.wordWrap() else widget.sizeHint().height()
        if widget.height() < needed or (not widget.wordWrap() and widget.width() < widget.sizeHint().width()):
            return f"{named} needs {widget.sizeHint()}"
    if isinstance(widget, QLineEdit) and widget.fontMetrics().horizontalAdvance(widget.text()) > widget.width() - 28:
        return f"{named} hides a part of its figure"
    if isinstance(widget, KeyButton) and not widget.fits():
        return f"{named} has no room for its label"
    return ""
