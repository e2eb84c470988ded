"""What the workshop raises."""


class WorkshopError(Exception):
    """A job could not be done: it failed, took longer than its limit, or its worker died each time it was tried."""
