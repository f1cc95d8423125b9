"""Where a school is kept: one interface, on SQLite inside the program or on PostgreSQL."""
