"""What the workshop raises."""


class LateError(Exception):
    """Work was not ready within its asker's patience; it goes on, and is kept for whoever asks again."""


class WorkshopError(Exception):
    """A job could not be done: it failed, took longer than its limit, or its worker died each time it was tried."""
