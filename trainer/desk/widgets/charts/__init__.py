"""Charts as pure painting functions over plain data.

A chart is a frozen value and a function ``paint_NAME(painter, room, chart, style)``. Positions are computed by separate
functions, so that charts can be pointed at and tested without a window.
"""
