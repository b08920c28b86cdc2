"""Data-driven grading cases."""
