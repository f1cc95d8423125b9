"""The parts that screens are made of: buttons, cards, lists, texts."""
