"""Tokens: what a bot shows to be let in.

A token is 256 random bits in URL-safe text. Only its SHA-256 is ever stored, so
neither a database nor a log can give one away.
"""

import hashlib
import hmac
import secrets


def new_token() -> str:
    """Gives a fresh token of 256 random bits, 43 characters long."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Gives the SHA-256 of `token` in hexadecimal: what may be stored."""
    return hashlib.sha256(token.encode()).hexdigest()


class TokenBook:
    """Who each token belongs to, by the tokens' hashes."""

    def __init__(self) -> None:
        """Begins empty."""
        self._owners: dict[str, str] = {}

    def register(self, hashed: str, owner: str) -> None:
        """Lets the token with that hash in as `owner`, and no older one of his."""
        self.revoke(owner)
        self._owners[hashed] = owner

    def revoke(self, owner: str) -> None:
        """Lets no token in as `owner` any more."""
        self._owners = {h: o for h, o in self._owners.items() if o != owner}

    def hash_of(self, owner: str) -> str | None:
        """Gives the hash of an owner's token; None where he has none."""
        return next((h for h, o in self._owners.items() if o == owner), None)

    def owner(self, token: str) -> str | None:
        """Gives the owner of `token`, or None where it is nobody's.

        The look-up is by the hash of what the caller sent, which he cannot
        steer; the comparison itself takes the same time wherever it differs.
        """
        hashed = token_hash(token)
        for known, owner in self._owners.items():
            if hmac.compare_digest(known, hashed):
                return owner
        return None
