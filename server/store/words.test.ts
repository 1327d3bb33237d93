import { expect, test } from 'vitest';
import { tokensOf, wordsOf } from './words.ts';

/** Whether a search for the keywords matches the text: it contains the tokens of each word in sequence. */
function found(text: string, keywords: string): boolean {
  const indexed = ` ${tokensOf(text)} `;
  const words = wordsOf(keywords, 16);
  return words.length > 0 && words.every((word) => indexed.includes(` ${word.join(' ')} `));
}

test.each([
  ['How do I get my BTC back?', 'btc BACK'],
  ['如何赎回资产：付回凭证', '赎回'],
  ['如何赎回资产：付回凭证', '资产'],
  ['ローンはいつでも返済できます', '返済'],
  ['자산을 출금하려면', '출금'],
  ['हिन्दी में पूछें', 'हिन्दी'],
  ['ถอนสินทรัพย์ไปยังที่อยู่', 'สินทรัพย์'],
  ['يمكنك سحب الأصول', 'سحب'],
  ['Если стоимость залога падает', 'ЗАЛОГА'],
  ['𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪', '𞤆𞤵𞤤𞤢𞤪'],
  ['Un préstamo', 'prestamo'],
  ['naive', 'naïve'],
  ['Große Straße', 'STRASSE'],
  ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
  ['ﬁnance', 'finance'],
  ['launch 🚀 today', '🚀'],
  ['order 66-b', '66 b'],
])('%j is found by %j', (text, keywords) => {
  expect(found(text, keywords)).toBe(true);
});

test.each([
  ['हिन्दी में पूछें', 'हिन्द'],
  ['redeeming', 'deem'],
  ['如何赎回资产', '归还'],
])('%j is not found by %j', (text, keywords) => {
  expect(found(text, keywords)).toBe(false);
});

test.each(['', '   ', '?!', '"', '\u0000', '()*^:'])('%j has no words', (keywords) => {
  expect(wordsOf(keywords, 16)).toEqual([]);
});

test('a word counts once, and only the first words count', () => {
  expect(wordsOf('a b A c b d', 3)).toEqual([['a'], ['b'], ['c']]);
});

test('tokens are ASCII letters and digits, whatever the text', () => {
  const text = 'AND OR "NEAR(" é 中文 \ud800 \u0000 𞤀 🚀 {col} : x*';
  expect(tokensOf(text)).toMatch(/^[a-z0-9 ]*$/);
});

test('very long words and keywords are truncated', () => {
  expect(tokensOf('a'.repeat(100_000)).length).toBeLessThan(200);
  expect(wordsOf('a'.repeat(100_000), 16)).toHaveLength(1);
  expect(wordsOf(`${'? '.repeat(5_000)}behind`, 16)).toEqual([]);
});
