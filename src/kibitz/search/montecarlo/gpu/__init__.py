"""Monte Carlo tree search whose playouts run on a GPU, in batches of leaves."""
