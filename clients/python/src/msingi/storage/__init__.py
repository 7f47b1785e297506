"""Files of the project (spec 4.7)."""

from .bucket import Bucket
from .buckets import Storage
from .files import Body, Entry, ImageOptions, ListPage, Progress, SignedUrl, StoredObject

__all__ = [
    "Body",
    "Bucket",
    "Entry",
    "ImageOptions",
    "ListPage",
    "Progress",
    "SignedUrl",
    "Storage",
    "StoredObject",
]
