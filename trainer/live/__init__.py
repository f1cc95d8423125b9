"""The live table: whole rounds run by a trainee, judged act by act. No Qt, no clock of its own."""
