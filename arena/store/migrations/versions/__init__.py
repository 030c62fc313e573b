"""The revisions, oldest first; what has been released is never edited."""
