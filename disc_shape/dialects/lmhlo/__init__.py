"""The LMHLO dialect; importing `dialect` creates all of its operations."""
