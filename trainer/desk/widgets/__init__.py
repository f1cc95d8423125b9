"""Widgets that several screens use: buttons, texts, lists, forms, charts."""
