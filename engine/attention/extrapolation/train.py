"""Trains the four models from one seed each and writes their weights: `python -m engine.attention.extrapolation.train`.

Some seconds a model on one core. Another machine or torch may round otherwise and arrive at other weights.
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from torch.nn.functional import cross_entropy

from engine.attention.extrapolation.model import BACK, SCHEMES, TOKENS, TRAINED, Repeater, Scheme, texts

CHECKPOINTS = Path(__file__).parent / "checkpoints"
SEED = 1777
STEPS, BATCH, RATE = 400, 64, 3e-3


def train(scheme: Scheme, steps: int = STEPS, seed: int = SEED) -> Repeater:
    """Return a model taught on fresh texts of `TRAINED` tokens, its rate falling to nothing."""
    generator = torch.Generator().manual_seed(seed)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = Repeater(scheme)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    for _ in range(steps):
        tokens = texts(BATCH, TRAINED, generator)  # (b, n)
        scores = model(tokens)[:, BACK:]  # (b, n − 3, 12)
        loss = cross_entropy(scores.reshape(-1, TOKENS), tokens[:, :-BACK].reshape(-1))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
    return model.eval()


def main() -> None:
    """Train all four and write each as float16, half its size and as good."""
    torch.set_num_threads(1)
    CHECKPOINTS.mkdir(exist_ok=True)
    for scheme in SCHEMES:
        weights = {name: value.half() for name, value in train(scheme).state_dict().items()}
        torch.save(weights, CHECKPOINTS / f"{scheme}.pt")
        sys.stdout.write(f"{scheme}\n")


if __name__ == "__main__":
    main()
