"""The screens of the desk, a package for each area."""
