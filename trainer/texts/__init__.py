"""Texts for people, in Spanish and English: messages by id, with parameters.

Each area has a TOML file in this folder (``roulette.toml``, ``desk.toml`` …). Its keys are message ids, its values give
both languages side by side, so that neither is forgotten::

    [reason.zero-half]
    es = "Con el {number}, las suertes sencillas pierden la mitad."
    en = "On {number}, the even chances lose half."

Engines return ids only: a `Message` is an id with parameters, `Names` a pair of texts from rule data. Spanish comes
first everywhere.
"""

from trainer.texts.messages import Language, Message, Names, Param, say, text

__all__ = ["Language", "Message", "Names", "Param", "say", "text"]
