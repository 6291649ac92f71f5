"""Search trees drawn as SVG and as text."""
