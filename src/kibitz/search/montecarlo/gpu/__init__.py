"""Monte Carlo searches whose playouts run on a GPU: UCT with leaf parallelisation, and flat Monte Carlo."""
