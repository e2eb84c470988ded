"""What each kind of sum is made of: the sizes it may be given, those it needs, and what a lone number is taken for."""

from __future__ import annotations

from collections.abc import Mapping

from quizbank.counsel.presets import Preset
from quizbank.counsel.query import Kind

ORDER: tuple[Kind, ...] = ("cache", "width", "macs", "deviation", "parameters", "weights", "memory", "cells")
ALLOWED: Mapping[Kind, str] = {
    "cells": "nhLbdke",
    "memory": "nhLbdke",
    "cache": "nLhgedbk",
    "whole": "nb",
    "macs": "ndLhb",
    "width": "dh",
    "deviation": "kd",
    "parameters": "",
    "weights": "",
    "shape": "",
    "growth": "",
}
NEEDED: Mapping[Kind, str] = {
    "cells": "n",
    "memory": "n",
    "cache": "Lge",
    "whole": "n",
    "macs": "nd",
    "width": "dh",
    "deviation": "k",
}
MAIN: Mapping[Kind, str] = {"cells": "n", "memory": "n", "cache": "n", "whole": "n", "macs": "n", "deviation": "k"}
SHAPED: tuple[Kind, ...] = ("cells", "memory", "cache", "whole", "macs", "parameters", "weights", "shape", "width")
IN_BYTES: tuple[Kind, ...] = ("memory", "cache", "whole", "weights")
GROWING = frozenset({"growth", "cells", "memory", "cache", "macs"})  # what may be said to grow as n² does, or as n


def applies(kind: Kind, preset: Preset) -> bool:
    """Tell whether a sum of this kind can be done of a model."""
    if kind == "cache":
        return preset.generates and preset.single
    return preset.single or kind in ("parameters", "weights")
