"""The screens of a run: question, answer, verdict, summary, projector."""
