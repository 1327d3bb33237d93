/** Numbers of documents: those that JavaScript would round are kept as their digits. */

const WHOLE = /^-?\d{16,}$/;
const FRACTION = /^-?(?=[\d.]{17,}$)\d+\.\d+$/;

/** The digits of a number that is kept as a text. */
export function digitsOf(value: unknown): string | undefined {
  return typeof value === 'string' && (WHOLE.test(value) || FRACTION.test(value)) ? value : undefined;
}

/** Whether a value is a whole number that is kept as a text. */
export function isBigInteger(value: unknown): boolean {
  return typeof value === 'string' && WHOLE.test(value);
}

/** Whether a value of a document is a number, however it is kept. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || digitsOf(value) !== undefined;
}

/** Compares two numbers exactly: below 0 when the first is the smaller one. */
export function compareNumbers(one: unknown, other: unknown): number {
  const [first, second] = [scaled(one), scaled(other)];
  if (first === undefined || second === undefined) return Number(one) - Number(other);
  const places = Math.max(first.places, second.places);
  const whole = ({ digits, places: own }: Scaled) => digits * 10n ** BigInt(places - own);
  const difference = whole(first) - whole(second);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A number as an integer and the count of its digits after the point. */
interface Scaled {
  readonly digits: bigint;
  readonly places: number;
}

function scaled(value: unknown): Scaled | undefined {
  const text = typeof value === 'number' ? String(value) : digitsOf(value);
  if (text === undefined || !/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}
