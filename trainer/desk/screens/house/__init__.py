"""The page on which the house options of a game are chosen."""
