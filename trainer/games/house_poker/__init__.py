"""House poker: hands against the croupier or a pay table, with one engine for all of its games.

What differs from game to game and from rulebook to rulebook is data: how many cards there are and how hands rank, what
the croupier needs to open, how each bet is decided and what it pays, and the stages of a round. See `figures`.
"""
