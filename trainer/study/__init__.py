"""What to ask next: spaced repetition for facts, a rating for generated families, mastery, target times, scores.

`skills` makes a path of rungs from the drill families. A `trainee` has a `ledger`: everything derived from attempts
(`scoring`, `cards`, `glicko`, `tallies`), kept in the store by `keeping`. `standing` reads it along the path,
`choosing` and `sources` pick the next question, and a `session` asks and records. `progress` has what the screens show.
"""
