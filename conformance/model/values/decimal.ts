/** Decimal numbers written as text. They are compared as text, since a float would lose digits. */

const DECIMAL = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/;

/** The length of the longest amount. */
const LONGEST = 1000;

/** Whether a text is a decimal number as the documents write them: digits, at most one point, an optional minus. */
export function isDecimal(text: string): boolean {
  return text.length <= LONGEST && /^-?\d+(\.\d+)?$/.test(text);
}

/**
 * The canonical form of a decimal number: `1.50` and `01.5` are `1.5`, `-0` is `0`. A text that is not a number is
 * unchanged.
 */
export function canonicalDecimal(text: string): string {
  const match = isDecimal(text) ? DECIMAL.exec(text) : null;
  if (match === null) return text;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const digits = fraction === '' ? whole : `${whole}.${fraction}`;
  return digits === '0' ? '0' : `${sign}${digits}`;
}
