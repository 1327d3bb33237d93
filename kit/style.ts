/** Coloured output, on request. */
import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Each function styles a text, or returns it unchanged. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly odd: (text: string) => string;
}

/** @param colour whether the reader sees colour */
export function styleFor(colour: boolean): Style {
  const paint = (format: Format) => (text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text;
  return { bold: paint('bold'), dim: paint('dim'), good: paint('green'), bad: paint('red'), odd: paint('yellow') };
}

/** Whether a reader sees colour: at a terminal, unless NO_COLOR is set. */
export function hasColour(
  { isTTY }: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return isTTY === true && (environment['NO_COLOR'] ?? '') === '';
}

/** The style of output to a stream. */
export function styleOf(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Style {
  return styleFor(hasColour(stream, environment));
}
