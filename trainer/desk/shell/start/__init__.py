"""The start: what is done so that the first question is painted soon, in the order in which it takes effect.

What each saves is given as a share of the time in which an empty Qt window opens; ``benchmarks/test_desk.py`` measures
the whole, which takes less than two such windows, and ``tests/desk/shell/test_start.py`` watches what is loaded.

- `garbage`: nothing is collected before the first question is there. An eighth.
- `trainer.system.lazy_imports`: only what the first question needs is imported. Nearly half at the least.
- `trainer.system.toml_cache`: rules and texts come from compiled copies, not from TOML. A tenth.
- `trainer.desk.shell.workplace`: settings, rules and the first drill are made ready without Qt, so a command that ends
  early never loads it.
- `qt`: Qt is loaded without PySide6's import hook, and its own modules are compiled once. A quarter.
- `trainer.desk.table.picture_cache`: the painted table is kept as a picture from one start to the next. A third.
- `trainer.runs.records_file`: the records are opened when the first question has been painted, while it is read.
"""
