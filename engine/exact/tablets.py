"""Self-attention of two tokens of one component in letters: which results a tablet enters, and what symmetry it has.

The components a, b of X and the tablets q, k, v are letters; W_O is left out.
"""

from __future__ import annotations

from sympy import Expr, Matrix, Rational, exp, symbols

A, B, Q, K, V = symbols("a b q k v", real=True)
X = Matrix([A, B])
TABLETS = {"query": Q, "key": K, "value": V}


def scores(query: Expr, key: Expr) -> Matrix:
    """QKᵀ, 2 × 2; of one component, √d is 1."""
    return (X * query) * (X * key).T


def weights(table: Matrix) -> Matrix:
    """The softmax of each row."""
    exponentials = table.applyfunc(exp)
    return Matrix(2, 2, lambda i, j: exponentials[i, j] / (exponentials[i, 0] + exponentials[i, 1]))


def changed(tablet: str) -> dict[str, Expr]:
    """How far each result reaches when a tablet is recut: 1 for what depends on its letter, 0 for what does not."""
    table = scores(Q, K)
    output = weights(table) * X * V
    letter = TABLETS[tablet]
    return {"scores": Rational(table.has(letter)), "output": Rational(output.has(letter))}


def consequences(tablet: str) -> dict[str, Expr]:
    """Which account of a recut tablet is the true one: 1 for it, 0 for the others."""
    reached = changed(tablet)
    scores_too, output_too = reached["scores"], reached["output"]
    return {
        "scores": scores_too * (1 - output_too),
        "output": output_too * (1 - scores_too),
        "both": scores_too * output_too,
    }


def shared() -> dict[str, Expr]:
    """How far each claim about one tablet for queries and keys fails: 0 for the one that holds for every X.

    A claim of symmetry fails by the difference of two entries; that each token prefers itself, by how much the token
    a = 1 would rather see b = 2.
    """
    table = scores(Q, Q)
    share = weights(table)
    at = {A: 1, B: 2, Q: 1}
    return {
        "scores_symmetric": (table[0, 1] - table[1, 0]).expand(),
        "weights_symmetric": (share[0, 1] - share[1, 0]).subs(at),
        "self_first": (table[0, 1] - table[0, 0]).subs(at),
    }
