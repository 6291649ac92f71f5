"""Rules rewritten as syntax: generators into loops over buffers, arithmetic into checked arithmetic."""
