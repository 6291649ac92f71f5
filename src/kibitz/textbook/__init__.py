"""Every algorithm of the lectures as printed, one file each, never optimised, each telling a `Trace` what it does."""
