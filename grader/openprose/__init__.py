"""All that is known of OpenProse: Contract Markdown, manifests, run layouts, discovery."""
