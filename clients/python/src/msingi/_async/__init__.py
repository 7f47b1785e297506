"""The shell of AsyncMsingi."""

from .shell import Async

__all__ = ["Async"]
