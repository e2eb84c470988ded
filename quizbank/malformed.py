"""The refusal of a pack that is not well made: it names the file, the key and the reason."""


class Malformed(ValueError):  # noqa: N818 - named by what the pack is
    """A file of a pack cannot be used; `file` and `key` say where, `reason` says why."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason
