"""The halls of the tour, a folder each."""
