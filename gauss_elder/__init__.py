"""Gauss Elder under a name nobody else has, for programs that have a `bot`, an `engine` or a `quizbank` of their own.

`gauss_elder.bot`, `gauss_elder.engine` and `gauss_elder.quizbank` are the packages that lie beside this one, loaded
once more: what they import of each other is looked for here too. The names `bot`, `engine` and `quizbank` stay free.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

OURS: Final = ("bot", "engine", "quizbank")
ROOT: Final = Path(__file__).resolve().parent.parent


class Renamed(ast.NodeTransformer):
    """Has imports of ours look for their like under this package's name."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        """Rename what is imported from."""
        if node.level == 0 and node.module is not None and ours(node.module):
            node.module = f"{__name__}.{node.module}"
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        """Rename what is imported, and bind it to the name it was asked for by."""
        names: list[ast.alias] = []
        for each in node.names:
            if not ours(each.name):
                names.append(each)
                continue
            top = each.name.partition(".")[0]
            names.append(ast.alias(f"{__name__}.{each.name}", each.asname))
            if each.asname is None:
                names.append(ast.alias(f"{__name__}.{top}", top))
        node.names = names
        return node


class Loader(SourceFileLoader):
    """Loads a module of ours, its imports renamed; keeps no bytecode, which would be taken for the original's."""

    def path_stats(self, path: str) -> Any:
        """Raise OSError, which means that no bytecode is to be read or written."""
        raise OSError(path)

    def source_to_code(  # type: ignore[override]  # one of its two ancestors leaves `_optimize` out
        self, data: Any, path: Any, *, _optimize: int = -1
    ) -> CodeType:
        """Return the code of a module, its imports renamed."""
        tree = ast.fix_missing_locations(Renamed().visit(ast.parse(data, path)))
        code: CodeType = compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)
        return code


class Finder(MetaPathFinder):
    """Finds ours under this package's name."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module of ours lies; None if it is none."""
        package, _, name = fullname.partition(".")
        if package != __name__ or not ours(name):
            return None
        place = ROOT.joinpath(*name.split("."))
        if (file := place / "__init__.py").is_file():
            return spec_from_file_location(
                fullname, file, loader=Loader(fullname, str(file)), submodule_search_locations=[str(place)]
            )
        file = place.with_suffix(".py")
        return spec_from_file_location(fullname, file, loader=Loader(fullname, str(file))) if file.is_file() else None


def ours(module: str) -> bool:
    """Whether a module is one of the packages beside this one, or in it."""
    return module.partition(".")[0] in OURS


sys.meta_path.insert(0, Finder())  # before the finder of paths, which would find the original
