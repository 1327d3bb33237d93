/** Numbers of documents: whole ones beyond 2^53 are kept as their digits, since JavaScript would round them. */

const BIG = /^-?\d{16,}$/;

/** The digits of a whole number that is kept as a text. */
export function bigIntegerText(value: unknown): string | undefined {
  return typeof value === 'string' && BIG.test(value) ? value : undefined;
}

/** Whether a value of a document is a number, however it is kept. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || bigIntegerText(value) !== undefined;
}

/** Compares two numbers exactly: below 0 when the first is the smaller one. */
export function compareNumbers(one: unknown, other: unknown): number {
  if (isWhole(one) && isWhole(other)) {
    const difference = BigInt(String(one)) - BigInt(String(other));
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  return Number(one) - Number(other);
}

function isWhole(value: unknown): boolean {
  return bigIntegerText(value) !== undefined || (typeof value === 'number' && Number.isSafeInteger(value));
}
