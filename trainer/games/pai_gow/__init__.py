"""Pai gow with cards and with tiles: ranking, house ways, settlement, and the proof that a house way sets every hand.

`ranks` and `deal` are about cards, `tile_ranks` and `tile_deal` about tiles. A house way is data, written in the
language of `poker_words` and `tile_words`; `poker_way` and `tile_way` set hands by it, `proof` walks every hand.
`game` registers both games.
"""
