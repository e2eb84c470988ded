"""Random heads to attend with, always the same for the same seed."""

import torch


def random_heads(seed: int, *shape: int) -> torch.Tensor:
    """Return standard normal numbers (2, 3, *shape) in float64: two texts, three heads."""
    return torch.randn(2, 3, *shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
