"""The row of buttons below a page: neighbours, question, drill, bookmark, note, print, and to skip the course."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QHBoxLayout

from trainer.course.pages import Page
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton


class PageButtons(QHBoxLayout):
    """Hides the buttons that a page has no use for. The next page is named by its title, or only called the next one if
    the title is too long for the room."""

    def __init__(self) -> None:
        super().__init__()
        self._after = ""  # title of the next page
        self.previous = KeyButton("quiet", height=44, step=STEPS.body)
        self.following = KeyButton("primary", height=44, step=STEPS.body)
        self.main = self.following  # the step that comes next
        self.skipping = KeyButton("quiet", height=44, step=STEPS.body)
        self.practise = KeyButton(height=44, step=STEPS.body)
        self.trying = KeyButton(height=44, step=STEPS.body)
        self.marking = KeyButton("quiet", height=44, step=STEPS.body)
        self.noting = KeyButton("quiet", height=44, step=STEPS.body)
        self.printing = KeyButton("quiet", height=44, step=STEPS.body)
        self.addWidget(self.previous)
        self.addStretch()
        for button in (
            self.marking,
            self.noting,
            self.printing,
            self.skipping,
            self.trying,
            self.practise,
            self.following,
        ):
            self.addWidget(button)

    def show_page(
        self, page: Page, before: str, after: str, is_marked: bool | None, step: str = "turn", can_skip: bool = False
    ) -> None:
        """Show the buttons of a page with the titles of its neighbours; ``is_marked`` is `None` if bookmarks and notes
        cannot be stored. ``step`` is what comes next: ``try``, ``drill`` or ``turn``. ``can_skip`` offers the questions
        to somebody who knows the game, in place of bookmark, note and print."""
        style, self._after = current_style(), after
        self.setContentsMargins(style.px(16), style.px(8), style.px(16), style.px(8))
        self.setSpacing(style.px(6))
        # The previous page needs no title: the reader has just seen it, and the row has little room.
        back = style.text("lesson.previous")
        self.previous.say(back, "←", spoken=f"{back}: {before}")
        self.previous.setToolTip(before)
        self.following.setToolTip(after)
        for button, words, key in (
            (self.following, after, "→"),
            (self.trying, style.text("lesson.try"), "T"),
            (self.practise, style.text("lesson.practise"), "D"),
            (self.marking, "★" if is_marked else "☆", "B"),
            (self.skipping, style.text("front.known"), "K"),
            (self.noting, style.text("lesson.note"), "N"),
            (self.printing, style.text("lesson.print"), "P"),
        ):
            button.say(words, key)
        self.main = {"try": self.trying, "drill": self.practise}.get(step, self.following)
        for button in (self.trying, self.practise, self.following):
            button.kind = "primary" if button is self.main else "plain"
            button.update()
        self.skipping.setToolTip(style.text("front.known-about"))
        self.skipping.setVisible(can_skip)
        self.previous.setVisible(bool(before))
        self.following.setVisible(bool(after))
        self.trying.setVisible(bool(page.tries))
        self.practise.setVisible(bool(page.heading.drills))
        for button in (self.marking, self.noting):
            button.setVisible(is_marked is not None and not can_skip)
        self.printing.setVisible(not can_skip)
        self.marking.setAccessibleName(style.text("lesson.mark"))

    def setGeometry(self, room: QRect) -> None:
        super().setGeometry(room)
        if self.following.label == self._after and self.following.isVisible() and not self.following.fits():
            following = current_style().text("lesson.following")
            self.following.say(following, "→", spoken=f"{following}: {self._after}")
