"""What lies on a table, drawn: cards, chips, tiles, dice and markers.

Every function takes a painter, a place and plain values. Light falls from the top left. `stamp` keeps rendered pieces
as pixmaps, so that a full layout repaints within a frame.
"""
