"""What lies on and beside the table: cards, shoe, dice, tiles, wheels, chips, money and odds.

Every value has a one-line text form: ``parse`` reads it, ``str`` prints it back. Nothing here knows a rule of a game.
"""
