"""What was learnt, in files: their container, and its evaluation in compiled searches. Nothing here trains."""
