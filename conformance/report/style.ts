/** Colour, where it is wanted. */
import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly odd: (text: string) => string;
}

/** @param colour whether the reader sees colour: a terminal, and NO_COLOR not set. */
export function styleFor(colour: boolean): Style {
  const paint = (format: Format) => (text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  return { bold: paint('bold'), dim: paint('dim'), good: paint('green'), bad: paint('red'), odd: paint('yellow') };
}
