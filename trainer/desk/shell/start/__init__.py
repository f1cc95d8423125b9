"""Measures that shorten the start, in the order in which they take effect.

Each saving is a share of the time in which an empty Qt window opens. ``benchmarks/test_desk.py`` measures the whole
start; ``tests/desk/shell/test_start.py`` checks what is imported.

- `garbage`: no garbage collection before the first question is shown. An eighth.
- `trainer.system.lazy_imports`: only what the first question needs is imported. Nearly half.
- `trainer.system.toml_cache`: rules and texts come from compiled copies. A tenth.
- `trainer.desk.shell.workplace`: settings, rules and the first drill are prepared without Qt, so a command that ends
  early never loads it.
- `qt`: Qt is loaded without PySide6's import hook. A tenth.
- `trainer.desk.table.picture_cache`: the painted table is stored as a picture from one start to the next. A third.
- `trainer.runs.records_file`: the records are opened after the first question has been painted.
"""
