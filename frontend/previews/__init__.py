"""Link previews: the pictures and tags that other sites show for a page."""
