"""Grades what OpenProse contracts promised against what their runs published."""

__version__ = "1.0.0"
