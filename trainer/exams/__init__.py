"""Exams: schemes, papers, sittings, sealed results, keys and certificates. No Qt."""
