/** The choices of the reference server that the suite cannot observe, and where the repository documents them. */

import { Failure } from '@wallet-services/kit/errors';
import { parse } from 'yaml';
import { textOf } from './repository.ts';

/** An answer of the reference server to an open question. */
export interface Choice {
  readonly text: string;
  /** File of the repository that shows it, with an anchor or without. */
  readonly source: string;
}

/** File of the choices. */
const CHOICES = 'docs/choices.yaml';

/** Reads the choices, by the id of the question. @throws Failure when an entry is incomplete */
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
