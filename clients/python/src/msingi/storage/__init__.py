"""Files of the project."""

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
