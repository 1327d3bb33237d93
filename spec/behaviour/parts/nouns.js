// @ts-check
// Derives words for sentences from names of the contract.

/** Converts `CollateralType` to `collateral type`, `next_cursor` to `next cursor`. @param {string} name */
export const words = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();

/** @param {string} plural @returns {string} */
export function singular(plural) {
  if (/ies$/.test(plural)) return plural.replace(/ies$/, 'y');
  if (/(ss|sh|ch|x)es$/.test(plural)) return plural.replace(/es$/, '');
  if (/lves$/.test(plural)) return plural.replace(/ves$/, 'f');
  return plural.replace(/([^s])s$/, '$1');
}

/** @param {string} noun @returns {string} */
export function plural(noun) {
  if (/lf$/.test(noun)) return noun.replace(/f$/, 'ves');
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, 'ies');
  return /(s|sh|ch|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `a, b and c`. @param {readonly string[]} names @param {string} [last] */
export function all(names, last = 'and') {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

/** `a, b or c`. @param {readonly string[]} names */
export const any = (names) => all(names, 'or');

/** `an asset`, `a vault`. @param {string} noun */
export const one = (noun) => `${/^[aeio]|^un/.test(noun) ? 'an' : 'a'} ${noun}`;

/** @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
