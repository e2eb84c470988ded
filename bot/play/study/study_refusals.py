"""What cannot be done in a study session, and what the learner is told; it changes nothing."""

from __future__ import annotations

from typing import Final

from bot.play.refusals import RefusalError
from bot.play.scene import Say
from bot.play.study.study import Study

SHOWN: Final = 60  # characters of a name that is none


class StudyRefusalError(RefusalError):
    """A move that is not to be made in a session; its line stands in the book of studies."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key, **values)
        self.say = Say("study", f"refusal.{key}", values)


class NoStudyError(StudyRefusalError):
    """There is no such session, or none is open."""

    def __init__(self) -> None:
        super().__init__("no_study")


class StudyOpenError(StudyRefusalError):
    """The channel has a session already; `study` is how it stands."""

    def __init__(self, study: Study) -> None:
        super().__init__("study_open")
        self.study = study


class StudyOverError(StudyRefusalError):
    """The session has ended."""

    def __init__(self) -> None:
        super().__init__("study_over")


class NoSubjectError(StudyRefusalError):
    """Nothing taught here has that name; `name` is what was typed, untrusted."""

    def __init__(self, name: str) -> None:
        super().__init__("no_subject", name=name[:SHOWN])
        self.name = name


class UnfitError(StudyRefusalError):
    """A session cannot be set like that: `what` is "rounds", "seconds", "peer", "starts" or "extra"."""

    def __init__(self, what: str, **values: int) -> None:
        super().__init__(f"unfit.{what}", **values)
        self.what = what


class NotHostError(StudyRefusalError):
    """Only the host may do that."""

    def __init__(self) -> None:
        super().__init__("not_host")


class HostPresentError(StudyRefusalError):
    """The host is there, and nobody takes a session from them."""

    def __init__(self, minutes: int) -> None:
        super().__init__("host_present", count=minutes)


class NotInError(StudyRefusalError):
    """The learner is not in the session."""

    def __init__(self) -> None:
        super().__init__("not_in")


class HeirNotInError(StudyRefusalError):
    """The one who is to be the host is not in the session."""

    def __init__(self) -> None:
        super().__init__("heir_not_in")


class NotStartedError(StudyRefusalError):
    """The session has not begun."""

    def __init__(self) -> None:
        super().__init__("not_started")


class PausedError(StudyRefusalError):
    """The session is paused."""

    def __init__(self) -> None:
        super().__init__("paused")


class RoundOverError(StudyRefusalError):
    """That round, or that vote, is over, or another is open; another `key` where nothing was sent to it."""

    def __init__(self, key: str = "round_over") -> None:
        super().__init__(key)


class RoundOpenError(StudyRefusalError):
    """The round is open still, and nobody is shown its solution."""

    def __init__(self) -> None:
        super().__init__("round_open")


class NoTimeError(StudyRefusalError):
    """The text was sent after its learner's time was up; another `key` where none was sent."""

    def __init__(self, key: str = "no_time") -> None:
        super().__init__(key)


class AnsweredError(StudyRefusalError):
    """That attempt is spent, or the learner owes nothing more."""

    def __init__(self) -> None:
        super().__init__("answered")


class NoPlanError(StudyRefusalError):
    """There is no such plan, or it is begun or cancelled."""

    def __init__(self) -> None:
        super().__init__("no_plan")
