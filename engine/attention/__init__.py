"""Attention in torch, and instruments that count and measure it: the second witness, who knows no formula."""
