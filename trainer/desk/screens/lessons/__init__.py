"""The lesson reader."""
