"""The Scaling Dial: why a dot product is divided by √d_k."""
