"""What is never forgotten: every attempt in SQLite; everything else is derived from attempts and can be rebuilt."""
