"""The course: what is read and looked at between the drills.

A game's course is a path of short pages (`path`): those somebody wrote (`lessons/LANGUAGE/GAME.md`,
filled in by `lessons` with the lists of `entries` and the figures of `figures`), one for each
drill that shows a question worked out (`worked`), what follows from the rules alone (`sections`), and how the other
regulations differ (`comparing`). `general` is what holds at every table. `search` finds a word in all of it, and
`coverage` says for each regulation what of it is data, asked and told.

No figure of a rule stands in a lesson: all are filled in from the rules in force when a page is opened.
"""
