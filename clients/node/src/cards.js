// Cards: the codes that travel, and the text that people read.
//
// A card code is 4 * rank + suit: ranks 0 (three) to 12 (two), suits 0 (spades) to
// 3 (hearts). The higher code is always the stronger card. Cards are arrays of
// codes, ascending; no cards are a pass.

export const RANKS = ['3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A', '2'];
export const SUITS = ['S', 'C', 'D', 'H'];
export const TWO = 12;

const TEXTS = RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit));

export const rankOf = (card) => card >> 2;

/** Writes cards as text: `[0, 31]` is "3S 10H", no cards are "pass". */
export function formatCards(cards) {
  return cards.map((card) => TEXTS[card] ?? `?${card}`).join(' ') || 'pass';
}

/** Reads cards in any order; "" and "pass" are no cards. Throws on anything else. */
export function parseCards(text) {
  const parts = text.trim() === 'pass' ? [] : text.split(/\s+/).filter(Boolean);
  return parts
    .map((part) => {
      const code = TEXTS.indexOf(part.toUpperCase());
      if (code < 0) throw new RangeError(`no card: '${part}'; expected one like 10H`);
      return code;
    })
    .sort((one, other) => one - other);
}
