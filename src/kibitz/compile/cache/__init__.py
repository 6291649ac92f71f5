"""Compiled kernels on disk: what they were made from, where they are kept, who compiles them."""
