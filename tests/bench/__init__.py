"""The benches: each module here measures us against peers in one run, on the same work.

A module has `measure() -> dict` with at least `ratios` (our cost ÷ that peer's, by peer), `goal` (in words) and `held`.
"""
