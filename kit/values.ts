/** Parsers for the values of flags. The command line reports the values that they reject with the name of the flag. */
import { InvalidArgumentError } from 'commander';

/**
 * A parser of integers.
 * @param what the phrase after "write" in messages; default: `a whole number from 1 to 64`
 */
export function whole(
  least: number,
  most: number,
  what = `a whole number from ${least} to ${most}`,
): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`write ${what}.`);
  };
}

/** A parser of ports; 0 means any free one, where that is allowed. */
export function port(least: 0 | 1 = 0, most = 65_535): (text: string) => number {
  return whole(least, most, `a port from ${least} to ${most}`);
}

/** A parser of seconds, as milliseconds. */
export function seconds(most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (value > 0 && value <= most) return value * 1000;
    throw new InvalidArgumentError(`write a number of seconds, more than 0 and at most ${most}.`);
  };
}

/** The values of an option that may be repeated, in order. */
export function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** A comma-separated list; a flag that is repeated adds to it. */
export function list(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((part) => part.trim())].filter((part) => part !== '');
}

/**
 * A parser of comma-separated names; a flag that is repeated adds to them.
 * @param what the known names, as a clause: `the services are lending, comment, ...`
 */
export function names<Name extends string>(
  known: readonly Name[],
  what: string,
): (text: string, before?: readonly Name[]) => readonly Name[] {
  return (text, before = []) => {
    const given = text.split(',').map((part) => part.trim());
    const found = given.flatMap((name) => known.find((one) => one === name) ?? []);
    if (found.length === given.length) return [...before, ...found];
    throw new InvalidArgumentError(`${what} are ${known.join(', ')}.`);
  };
}
