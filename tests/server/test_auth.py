"""Whose a token is."""

from arena.server.auth import TokenBook, new_token, token_hash


def test_an_owner_is_let_in_by_his_newest_token_alone() -> None:
    book, older, newer = TokenBook(), new_token(), new_token()
    book.register(token_hash(older), "ann")
    book.register(token_hash(newer), "ann")
    assert book.owner(newer) == "ann"
    assert book.owner(older) is None
    assert book.hash_of("ann") == token_hash(newer)


def test_a_revoked_token_is_nobodys() -> None:
    book, token, other = TokenBook(), new_token(), new_token()
    book.register(token_hash(token), "ann")
    book.register(token_hash(other), "bob")
    book.revoke("ann")
    book.revoke("ann")
    assert book.owner(token) is None
    assert book.hash_of("ann") is None
    assert book.owner(other) == "bob"


def test_a_token_is_its_last_owners_alone() -> None:
    book, token = TokenBook(), new_token()
    book.register(token_hash(token), "ann")
    book.register(token_hash(token), "bob")
    book.revoke("ann")
    assert book.owner(token) == "bob"
    assert book.hash_of("ann") is None
