// What the bot plays. It sees one position at a time and remembers nothing.

import { rankOf, TWO } from './cards.js';

/** How few cards a hand has when it is near its end. */
const FEW = 4;

/**
 * Chooses one of the legal plays.
 *
 * Leads the lowest cards, as many of them as go together. Answers with the play that
 * tears the fewest groups of equal rank apart, the lowest of those. Holds back twos
 * and bombs as long as nobody is near the end, unless a two is to be beaten.
 *
 * @param {{hand: number[], table: number[], handCounts: number[], seat: number,
 *          legalPlays: number[][]}} view the position
 * @returns {number[]} the cards to play; none to pass
 */
export function choose(view) {
  const plays = view.legalPlays.filter((play) => play.length > 0);
  if (plays.length === 0) {
    // Nothing but a pass, or more plays than the arena lists: then the lowest card.
    return view.table.length > 0 ? [] : view.hand.slice(0, 1);
  }
  const whole = plays.find((play) => play.length === view.hand.length);
  if (whole) return whole;
  if (view.table.length === 0) return cheapest(plays, (play) => play[0] - 4 * play.length);
  const pressed = nearTheEnd(view) || rankOf(top(view.table)) === TWO;
  const willing = pressed ? plays : plays.filter((play) => !isPrecious(play));
  return cheapest(willing, (play) => 100 * torn(view.hand, play) + top(play)) ?? [];
}

const top = (play) => play[play.length - 1];

/** The play with the lowest price; the first of those that are equal. */
function cheapest(plays, price) {
  let best;
  for (const play of plays) {
    if (best === undefined || price(play) < price(best)) best = play;
  }
  return best;
}

function nearTheEnd({ hand, handCounts, seat }) {
  const fewest = Math.min(...handCounts.filter((count, other) => other !== seat && count > 0));
  return hand.length <= FEW || fewest <= FEW;
}

function isPrecious(play) {
  const ranks = new Set(play.map(rankOf));
  const bomb = play.length / ranks.size === 4 || (play.length >= 6 && play.length / ranks.size === 2);
  return bomb || rankOf(top(play)) === TWO;
}

/** How many cards a play leaves behind of the ranks that it takes from. */
export function torn(hand, play) {
  const ranks = new Set(play.map(rankOf));
  return hand.filter((card) => ranks.has(rankOf(card))).length - play.length;
}
