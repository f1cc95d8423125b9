"""Charts: pure painting functions over plain data. Each is thin, labelled directly, and tells one thing.

A chart is a frozen value and a function ``paint_NAME(painter, room, chart, dress)``; where things lie is computed by
functions of their own, so that they can be pointed at and tested without a window.
"""
