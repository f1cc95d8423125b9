"""A seeded random user at the real window.

`player` runs inside the process of the desk, `runs` starts one process per seed and judges how it ended.
``uv run python -m tests.laboratory.monkey --help`` lists the options.
"""
