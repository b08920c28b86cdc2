"""What decides a clause: the rules measure, a model judges what is left, and code derives the verdict."""
