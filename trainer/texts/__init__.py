"""What people read, in Spanish and English: messages by id, with parameters.

Every area has one TOML file in this folder (``roulette.toml``, ``desk.toml`` …) whose keys are message ids and whose
values give both languages side by side, so that neither can be forgotten::

    [reason.zero-half]
    es = "Con el {number}, las suertes sencillas pierden la mitad."
    en = "On {number}, the even chances lose half."

The engines speak only in ids; a `Message` is an id with parameters, a `Names` a pair of texts that rule data carries.
Spanish comes first everywhere.
"""

from trainer.texts.messages import Language, Message, Names, Param, say, text

__all__ = ["Language", "Message", "Names", "Param", "say", "text"]
