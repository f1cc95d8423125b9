"""The row of buttons below a page: the pages beside it, its question and drill, mark, note and print."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout

from trainer.course.pages import Page
from trainer.desk.style.dress import Dress
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton


class PageFeet(QHBoxLayout):
    """What a page does not have is not there."""

    def __init__(self) -> None:
        super().__init__()
        self.previous = KeyButton("quiet", height=44, step=STEPS.body)
        self.following = KeyButton("primary", height=44, step=STEPS.body)
        self.practise = KeyButton(height=44, step=STEPS.body)
        self.trying = KeyButton(height=44, step=STEPS.body)
        self.marking = KeyButton("quiet", height=44, step=STEPS.body)
        self.noting = KeyButton("quiet", height=44, step=STEPS.body)
        self.printing = KeyButton("quiet", height=44, step=STEPS.body)
        self.addWidget(self.previous)
        self.addStretch()
        for button in (self.marking, self.noting, self.printing, self.trying, self.practise, self.following):
            self.addWidget(button)

    def show_page(self, page: Page, before: str, after: str, is_marked: bool | None, dress: Dress) -> None:
        """The buttons of a page between two others by their titles; ``is_marked`` is `None` where nobody keeps marks
        and notes."""
        self.setContentsMargins(dress.px(16), dress.px(8), dress.px(16), dress.px(8))
        self.setSpacing(dress.px(6))
        # The way back needs no title: who comes from there knows it, and the row has little room.
        back = dress.text("lesson.previous")
        self.previous.say(back, "←", spoken=f"{back}: {before}")
        self.previous.setToolTip(before)
        self.previous.wear(dress)
        for button, words, key in (
            (self.following, after, "→"),
            (self.trying, dress.text("lesson.try"), "T"),
            (self.practise, dress.text("lesson.practise"), "D"),
            (self.marking, "★" if is_marked else "☆", "B"),
            (self.noting, dress.text("lesson.note"), "N"),
            (self.printing, dress.text("lesson.print"), "P"),
        ):
            button.say(words, key)
            button.wear(dress)
        self.previous.setVisible(bool(before))
        self.following.setVisible(bool(after))
        self.trying.setVisible(bool(page.tries))
        self.practise.setVisible(bool(page.heading.drills))
        for button in (self.marking, self.noting):
            button.setVisible(is_marked is not None)
        self.marking.setAccessibleName(dress.text("lesson.mark"))
