"""The rules judge: compiles a clause into measurable requirements and a remainder, and measures."""
