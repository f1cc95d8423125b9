"""How a question is asked, answered and judged, in a drill and in an exam alike."""
