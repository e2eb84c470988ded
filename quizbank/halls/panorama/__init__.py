"""The Panorama: doors on the horizon, one key, and the price behind each."""
