"""The school's database: one interface for SQLite and PostgreSQL, in books by subject that `Storage` combines."""
