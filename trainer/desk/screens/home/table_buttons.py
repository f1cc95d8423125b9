"""The buttons of home's panel for the selected table: regulation, variant, lesson, live table, house, real table."""

from __future__ import annotations

from trainer.course.lessons import has_lesson
from trainer.desk.screens.home.drill_list import REAL_TABLES
from trainer.desk.screens.home.front_page import LIVE_GAMES
from trainer.desk.screens.home.rows import row_button
from trainer.desk.style.style import current_style
from trainer.runs.offers import Offer
from trainer.texts import say


class TableButtons:
    """The panel connects the buttons and puts them into a page."""

    def __init__(self) -> None:
        self.rulebook, self.variant = row_button(), row_button()
        self.lesson, self.live, self.house, self.sensors = row_button(), row_button(), row_button(), row_button()
        self.all = (self.rulebook, self.variant, self.lesson, self.live, self.house, self.sensors)

    def write(self, offer: Offer | None) -> None:
        """Write the texts for a table; without one, only the regulation can be changed."""
        style = current_style()
        for button in self.all:
            button.setVisible(button is self.rulebook)
        if offer is None:
            self.rulebook.say(style.say("home.regulation"))
            return
        rules, changed = offer.rules, len(offer.rules.changed)
        book, note = say(rules.info.names, style.language), say(rules.info.regulation, style.language)
        self.rulebook.say(style.text("front.rulebook", rulebook=book), note=note)
        name = say(rules.variants[rules.variant].names, style.language) if rules.variant in rules.variants else ""
        self.variant.say(style.text("front.variant", variant=name), note=style.text("front.variant-note"))
        self.lesson.say(style.text("sessions.small.lesson"), "L", note=style.text("front.lesson-note"))
        self.live.say(style.text("live.open"), "D", note=style.text("live.open-about"))
        house = style.text("house.open-changed", count=changed) if changed else style.text("house.open")
        self.house.say(house, "H", note=style.text("front.house-note"))
        self.sensors.say(style.text("sessions.small.sensors"), "M", note=style.text("front.sensors-note"))
        self.variant.setVisible(len(rules.variants) > 1)
        self.lesson.setVisible(has_lesson(rules.game, style.language))
        self.live.setVisible(rules.game in LIVE_GAMES)
        self.house.setVisible(bool(rules.options))
        self.sensors.setVisible(any((family.area, family.id) in REAL_TABLES for family in offer.families))
