from arena.game.memo import Memo


def test_each_thing_is_found_out_once() -> None:
    asked = []

    def length(cards: bytes) -> int:
        asked.append(cards)
        return len(cards)

    memo = Memo(length, limit=10)
    assert [memo[b"ab"], memo[b"abc"], memo[b"ab"]] == [2, 3, 2]
    assert asked == [b"ab", b"abc"]


def test_a_full_memo_begins_anew_and_stays_right() -> None:
    memo = Memo(len, limit=3)
    for _ in range(2):
        assert [memo[bytes(count)] for count in range(8)] == list(range(8))
        assert len(memo) <= 3
