"""How everything looks: colours, type, sizes, signs, movement."""
