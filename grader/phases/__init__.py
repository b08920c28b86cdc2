"""The three phases of the specification: extract, grade, score."""
