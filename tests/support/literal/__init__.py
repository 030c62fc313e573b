"""A second adjudicator of Tiến Lên: slow, literal, written from the rules' page.

It shares nothing with `arena.game`, so that the two can check each other: plain
tuples and dicts, every subset of a hand tried, no state that is not spelt out.
`combinations` holds the cards and what is a combination, `variants` the house
rules as text, `beating` what beats what, `deal` the trick, the end and the money;
`deals` deals hands in which rare things are common.
"""
