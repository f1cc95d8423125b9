"""Questions on paper and elsewhere: worksheets, picture sheets, cards, blank layouts, Anki decks, Moodle quizzes.

All are made from a `SheetPlan`. Pictures come from a `Draws` function, which the desk provides.
"""
