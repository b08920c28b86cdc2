"""What a person or a program reads: JSON, Markdown, the terminal."""
