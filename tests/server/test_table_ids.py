"""Table ids: many in a row, and what a plain number of any language holds."""

from itertools import islice

from arena.server.table_ids import ID_BITS, IDS_DRAWN, TABLE_IDS


def test_ids_differ_and_use_all_their_bits_and_no_more() -> None:
    drawn = list(islice(TABLE_IDS, 3 * IDS_DRAWN))
    assert len(set(drawn)) == len(drawn)
    assert ID_BITS - 8 <= max(drawn).bit_length() <= ID_BITS
    assert any(number % 2 for number in drawn)
    assert any(number % 2 == 0 for number in drawn)
