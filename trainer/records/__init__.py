"""What is never forgotten: every attempt in SQLite; everything else is derived from attempts and can be rebuilt.

`store` keeps attempts, the rules they were made under and derived values, on top of `sessions` (which run an attempt
belongs to, and its plan), `profiles` (who learns here) and `database` (opening the file, one writer, whole
transactions). `schema` and `migrations` know the versions of the file, `errors` what can go wrong,
`recovery` what to do about a damaged file, `backup` and `exchange` how records leave the laptop and come back.
"""
