import assert from 'node:assert/strict';
import test from 'node:test';
import { formatCards, parseCards } from '../src/cards.js';
import { choose, torn } from '../src/choose.js';

function view(hand, table, plays, counts = [13, 13, 13, 13]) {
  const cards = parseCards(hand);
  return {
    hand: cards,
    table: parseCards(table),
    seat: 0,
    handCounts: [cards.length, ...counts.slice(1)],
    legalPlays: plays.map(parseCards),
  };
}

const chosen = (position) => formatCards(choose(position));

test('leads the lowest cards, as many as go together', () => {
  const plays = ['3S', '4S', '5S', 'KH', 'KD', 'KD KH', '3S 4S 5S'];
  assert.equal(chosen(view('3S 4S 5S KD KH 9C', '', plays)), '3S 4S 5S');
});

test('does not tear a pair apart to answer a single', () => {
  const plays = ['pass', '5S', '5C', '8H'];
  assert.equal(chosen(view('5S 5C 8H 9C 9D JH', '4S', plays)), '8H');
  assert.equal(torn(parseCards('5S 5C 8H'), parseCards('5S')), 1);
});

test('passes rather than spend a two early', () => {
  assert.equal(chosen(view('4S 5C 7H 9C 9D 2H', 'AS', ['pass', '2H'])), 'pass');
});

test('spends a two when somebody is near the end', () => {
  const position = view('4S 5C 7H 9C 9D 2H', 'AS', ['pass', '2H'], [0, 2, 13, 13]);
  assert.equal(chosen(position), '2H');
});

test('beats a two with a bomb', () => {
  const position = view('4S 4C 4D 4H 9D JH', '2S', ['pass', '4S 4C 4D 4H']);
  assert.equal(chosen(position), '4S 4C 4D 4H');
});

test('goes out when it can', () => {
  assert.equal(chosen(view('2H', 'AS', ['pass', '2H'])), '2H');
});

test('passes when there is nothing to play', () => {
  assert.equal(chosen(view('4S', 'AS', ['pass'])), 'pass');
});

test('leads even when all it has is precious', () => {
  assert.equal(chosen(view('2S 2H', '', ['2S', '2H'])), '2S');
});

test('leads its lowest card when the arena lists no plays', () => {
  assert.equal(chosen(view('4S 5S', '', [])), '4S');
});
