"""When the program itself fails."""
