/** Numbers of JSON that JavaScript rounds: it reads `1.0000000000000001` as 1, and `9007199254740993` as another id. */

/** Only a text with this may have such a number: many digits, or an exponent, where a value begins. */
const SUSPECT = /(?:^|[:,[\s])-?(?:[\d.]{16}|[\d.]{1,16}[eE])/;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const ZERO = 0x30;

/** Digits beyond these only matter for not being zero. */
const MOST_DIGITS = 800;

/** A decimal number: an integer without zeros at its ends, and the power of ten that it is multiplied by. */
export interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/** @param text a number of JSON */
export function decimalOf(text: string): Decimal {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const all = whole + fraction;
  let [from, to] = [0, all.length];
  while (from < to && all.charCodeAt(from) === ZERO) from += 1;
  while (to > from && all.charCodeAt(to - 1) === ZERO) to -= 1;
  if (from === to) return { digits: '0', exponent: 0 };
  const scale = Number(exponent) - fraction.length + all.length;
  if (to - from <= MOST_DIGITS) return { digits: sign + all.slice(from, to), exponent: scale - to };
  const end = from + MOST_DIGITS;
  return { digits: `${sign}${all.slice(from, end)}1`, exponent: scale - end - 1 };
}

/** Two decimals as integers: both multiplied by the same power of ten. */
export function integersOf(first: Decimal, second: Decimal): readonly [bigint, bigint] {
  const least = Math.min(first.exponent, second.exponent);
  const integer = ({ digits, exponent }: Decimal) => BigInt(digits) * 10n ** BigInt(exponent - least);
  return [integer(first), integer(second)];
}

/** The bits of a number, as an integer; those of the next number are one more. */
function bitsOf(value: number): DataView {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view;
}

const power = (base: bigint, exponent: number) => base ** BigInt(Math.max(0, exponent));

/** Whether a decimal is less than the number that it is read as. */
function isLess({ digits, exponent }: Decimal, value: number): boolean {
  if (value === 0) return digits.startsWith('-');
  if (!Number.isFinite(value)) return value > 0;
  const bits = bitsOf(value).getBigUint64(0) & (2n ** 63n - 1n);
  const isSmall = bits < 2n ** 52n;
  const mantissa = isSmall ? bits : (bits % 2n ** 52n) + 2n ** 52n;
  const binary = isSmall ? -1074 : Number(bits / 2n ** 52n) - 1075;
  const sent = BigInt(digits) * power(10n, exponent) * power(2n, -binary);
  const read = (value < 0 ? -mantissa : mantissa) * power(2n, binary) * power(10n, -exponent);
  return sent < read;
}

/** The next smaller or larger number of JavaScript. */
function beside(value: number, direction: -1 | 1): number {
  if (value === 0) return direction * Number.MIN_VALUE;
  const view = bitsOf(value);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(Math.sign(value) * direction));
  return view.getFloat64(0);
}

/**
 * The number on the other side of one that JavaScript rounds; the number itself when it does not.
 *
 * @param text a number of JSON
 */
export function otherNumber(text: string): number {
  const value = Number(text);
  if (!SUSPECT.test(text)) return value;
  const [sent, read] = [decimalOf(text), Number.isFinite(value) ? decimalOf(String(value)) : undefined];
  const isSame = sent.digits === read?.digits && sent.exponent === read.exponent;
  if (isSame && (Number.isSafeInteger(value) || !Number.isInteger(value))) return value;
  const other = beside(value, isLess(sent, value) ? -1 : 1);
  // A fraction among numbers that are all integers.
  return sent.exponent < 0 && Number.isInteger(value) && Number.isInteger(other) ? Number.NaN : other;
}

/**
 * Parses JSON.
 *
 * @param toNumber converts the text of each number
 * @throws SyntaxError when it is not JSON
 */
export function parsedWith(text: string, toNumber: (text: string) => number): unknown {
  // Without numbers to convert, it takes a tenth of the time.
  if (!SUSPECT.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined ? toNumber(source) : value;
  });
}

/**
 * Another value of a JSON text, if it has numbers of which JavaScript loses digits: each of them is between the number
 * that JavaScript reads and the one here. Where the judgements of the two values differ, the text is unjudged.
 *
 * @returns undefined when no number is rounded
 * @throws SyntaxError when a text that may have such a number is not JSON
 *
 * @example
 * otherReading('1.0000000000000001') // { value: 1.0000000000000002 }
 * otherReading('0.1') // undefined
 */
export function otherReading(text: string): { readonly value: unknown } | undefined {
  if (!SUSPECT.test(text)) return undefined;
  let isAny = false;
  const value = parsedWith(text, (source) => {
    const other = otherNumber(source);
    isAny ||= other !== Number(source);
    return other;
  });
  return isAny ? { value } : undefined;
}
