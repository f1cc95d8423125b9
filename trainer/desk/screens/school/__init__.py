"""The school screens: a trainee's connection to it, and the instructor's room."""
