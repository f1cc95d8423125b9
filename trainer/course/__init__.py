"""The course: lesson pages, made from written texts, the rules in force and worked examples.

A game's course is a path of short pages (`path`): written pages (``lessons/LANGUAGE/GAME.md``, filled in by `lessons`
with the tables of `rule_lists` and the figures of `placeholders`), one page for each drill with a worked example
(`worked_examples`), pages made from the rules alone (`generated_pages`), and comparisons with other regulations
(`comparison`). `search` finds words in all of them, `citations` explains a citation, and `coverage` reports which
provisions of a regulation are asked and taught. Lessons contain no figures of the rules: they are filled in when a page
is opened. The README walks through a page.
"""
