"""The laptop's side of the school: joining, synchronising and storing links. No Qt and no fixed transport."""
