"""Models that see, in the shapes they were published in: patches as tokens (ViT), convolutions before them (DETR)."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu

from engine.attention.layer import EncoderLayer, Style
from engine.attention.positions import learned
from engine.attention.transformer import Stack, Transformer


class Vit(nn.Module):
    """ViT (arXiv 2010.11929): (size/patch)² patches and one token more; f = 4d; a head only where there are classes."""

    def __init__(
        self, d: int, heads: int, layers: int, *, patch: int = 16, size: int = 224, classes: int | None = None
    ) -> None:
        super().__init__()
        self.patches = nn.Conv2d(3, d, patch, stride=patch)
        self.first = nn.Parameter(torch.zeros(1, 1, d))
        self.places = learned((size // patch) ** 2 + 1, d)
        style = Style(pre=True, eps=1e-6, activation=gelu)
        self.stack = Stack([EncoderLayer(d, heads, 4 * d, style) for _ in range(layers)], nn.LayerNorm(d, 1e-6))
        self.head = nn.Identity() if classes is None else nn.Linear(d, classes)

    def forward(self, images: Tensor) -> Tensor:
        """Return one vector an image (b, d), or its scores by class, of images (b, 3, size, size)."""
        x = self.patches(images).flatten(2).transpose(1, 2)  # (b, d, s, s) -> (b, s², d)
        x = torch.cat([self.first.expand(len(x), -1, -1), x], dim=1) + self.places.weight  # (b, s² + 1, d)
        out: Tensor = self.head(self.stack(x)[:, 0])
        return out


class Bottleneck(nn.Module):
    """Three convolutions of ResNet-50 and a way around them; its frozen norms have no parameters and are left out."""

    def __init__(self, wide: int, narrow: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(wide, narrow, 1, bias=False)
        self.conv2 = nn.Conv2d(narrow, narrow, 3, stride, 1, bias=False)
        self.conv3 = nn.Conv2d(narrow, 4 * narrow, 1, bias=False)
        same = wide == 4 * narrow
        self.around = nn.Identity() if same else nn.Conv2d(wide, 4 * narrow, 1, stride, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Return (b, 4·narrow, y/stride, x/stride)."""
        seen = self.conv3(torch.relu(self.conv2(torch.relu(self.conv1(x)))))
        return torch.relu(seen + self.around(x))


def resnet50() -> nn.Sequential:
    """Return the eye: a first convolution and four groups of 3, 4, 6, 3 bottlenecks, halving the image five times."""
    eye: list[nn.Module] = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    wide = 64
    for narrow, depth in zip((64, 128, 256, 512), (3, 4, 6, 3), strict=True):
        group = []
        for place in range(depth):
            group.append(Bottleneck(wide, narrow, 2 if place == 0 and narrow > 64 else 1))
            wide = 4 * narrow
        eye.append(nn.Sequential(*group))
    return nn.Sequential(*eye)


class Detr(nn.Module):
    """DETR-R50 (arXiv 2005.12872): what is where, asked by 100 learned queries at once; the decoder has no mask."""

    def __init__(self, d: int = 256, heads: int = 8, f: int = 2048, layers: int = 6, classes: int = 91) -> None:
        super().__init__()
        self.eye = resnet50()
        self.narrowing = nn.Conv2d(2048, d, 1)
        self.transformer = Transformer(d, heads, f, layers)
        self.transformer.encoder.norm = None
        self.queries = nn.Embedding(100, d)
        self.named = nn.Linear(d, classes + 1)  # the last class: nothing
        self.boxed = nn.Sequential(nn.Linear(d, d), nn.ReLU(), nn.Linear(d, d), nn.ReLU(), nn.Linear(d, 4))
        self.eye[0].requires_grad_(False)
        self.eye[3].requires_grad_(False)  # the first convolution and the first group stay as ImageNet left them

    def forward(self, images: Tensor) -> tuple[Tensor, Tensor]:
        """Return class scores (b, 100, 92) and boxes (b, 100, 4) of images (b, 3, y, x).

        The tokens' sinusoid is left out here: it has no parameters and costs no products.
        """
        seen = self.narrowing(self.eye(images)).flatten(2).transpose(1, 2)  # (b, d, y/32, x/32) -> (b, n, d)
        memory = self.transformer.encoder(seen)  # (b, n, d)
        queries = self.queries.weight.expand(len(images), -1, -1)  # (b, 100, d)
        found = self.transformer.decoder(queries, memory, mods=())  # (b, 100, d)
        return self.named(found), self.boxed(found).sigmoid()
