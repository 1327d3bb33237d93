/** Reads the choices of the reference server that the suite cannot observe, with the places that document them. */

import { Failure } from '@wallet-services/kit/errors';
import { parse } from 'yaml';
import { textOf } from './repository.ts';

/** An answer of the reference server to an open question. */
export interface Choice {
  readonly text: string;
  /** The repository's file that shows it, with or without an anchor. */
  readonly source: string;
}

/** File of the choices. */
const CHOICES = 'docs/choices.yaml';

/** Reads the choices by the id of their question. @throws Failure when an entry is incomplete */
export async function readChoices(): Promise<ReadonlyMap<string, Choice>> {
  const content: unknown = parse(await textOf(CHOICES));
  const sections = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  return new Map(sections.flatMap(([source, choices]) => choicesOf(source, choices)));
}

function choicesOf(source: string, choices: unknown): [string, Choice][] {
  if (typeof choices !== 'object' || choices === null)
    throw new Failure(`${CHOICES}: ${source} must be a mapping of choices`);
  return Object.entries(choices).map(([id, text]) => {
    if (typeof text !== 'string') throw new Failure(`${CHOICES}: ${id} is not text`);
    return [id, { text, source }];
  });
}
