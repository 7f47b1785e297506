"""The shell of Msingi."""

from .shell import Blocking

__all__ = ["Blocking"]
