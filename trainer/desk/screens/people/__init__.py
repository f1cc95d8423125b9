"""The profiles of this laptop."""
