"""What the user chose about the desk."""
