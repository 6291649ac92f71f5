"""What the searches share: limits, the horizon, counting nodes, table entries and iterative deepening."""
