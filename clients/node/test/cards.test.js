import assert from 'node:assert/strict';
import test from 'node:test';
import { formatCards, parseCards } from '../src/cards.js';

test('cards are read as they are written, in any order', () => {
  assert.deepEqual(parseCards('10H 3S'), [0, 31]);
  assert.equal(formatCards([0, 31]), '3S 10H');
  for (let code = 0; code < 52; code += 1) {
    assert.deepEqual(parseCards(formatCards([code])), [code]);
  }
});

test('no cards are a pass', () => {
  assert.equal(formatCards([]), 'pass');
  assert.deepEqual(parseCards('pass'), []);
  assert.deepEqual(parseCards(''), []);
});

test('what is no card is refused', () => {
  assert.throws(() => parseCards('3S 1X'), /1X.*10H/);
});

test('a byte that is no card can still be shown', () => {
  assert.equal(formatCards([0, 200]), '3S ?200');
});
