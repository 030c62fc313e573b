"""Tokens: what a bot shows to be let in.

A token is 256 random bits in URL-safe text. Only its SHA-256 is ever stored, so
neither a database nor a log can give one away.
"""

import hashlib
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
        self._hashes: dict[str, str] = {}

    def register(self, hashed: str, owner: str) -> None:
        """Lets the token with that hash in as `owner`, and no older one of his."""
        self.revoke(owner)
        self.revoke(self._owners.get(hashed, ""))
        self._owners[hashed] = owner
        self._hashes[owner] = hashed

    def revoke(self, owner: str) -> None:
        """Lets no token in as `owner` any more."""
        hashed = self._hashes.pop(owner, None)
        if hashed is not None:
            del self._owners[hashed]

    def hash_of(self, owner: str) -> str | None:
        """Gives the hash of an owner's token; None where he has none."""
        return self._hashes.get(owner)

    def owner(self, token: str) -> str | None:
        """Gives the owner of `token`, or None where it is nobody's.

        Only hashes are compared. How long that takes tells at most where the hash of
        what was sent differs from a known one, and no caller can steer a hash.
        """
        return self._owners.get(token_hash(token))
