"""Everything that is known of GitHub."""
