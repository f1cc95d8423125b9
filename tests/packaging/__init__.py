"""Builds what is handed out: a .deb, a self-extracting file, a Windows installer and a portable folder."""
