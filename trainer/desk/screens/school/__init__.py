"""The school at the desk: a trainee's link to it, and the instructor's room."""
