"""The service: joining, live connections, boards and races over the storage."""
