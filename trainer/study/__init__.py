"""Study: what to ask next, and what each answer changes.

`skills` turns drill families into a path of rungs. A `trainee` has a `ledger`: everything derived from attempts
(`scoring`, `repetition`, `ability`, `calibration`, `tallies`), stored by `ledger_storage`. `standing` reads the ledger
along the path, `selection` and `sources` choose the next question, `questions` serves them to a run. `progress`
computes what the screens show. The README explains how they work together.
"""
