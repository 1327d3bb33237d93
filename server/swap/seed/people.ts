/** The users in the generated history. */
import { exampleAnswer, readDocument } from '../../contract/index.ts';
import type { RandomSource } from '../../values/index.ts';

/** User ids in the wallet network. */
export interface People {
  readonly jonas: string;
  readonly aiko: string;
  /** People that no example shows. */
  readonly others: readonly string[];
}

const OTHERS = 36;

/** Jonas and Aiko swap more than others. */
const KNOWN_SHARE = 0.14;

interface UserAnswer {
  readonly data: { readonly network_user_id: string };
}

/** Reads the known people from the comment service's examples. */
export async function readPeople(random: RandomSource): Promise<People> {
  const document = await readDocument('comment');
  const idOf = (name: string) => exampleAnswer<UserAnswer>(document, 'readUser', name).data.network_user_id;
  return {
    jonas: idOf('with-picture'),
    aiko: idOf('without-picture'),
    others: Array.from({ length: OTHERS }, () => random.uuid()),
  };
}

export function somebody({ jonas, aiko, others }: People, random: RandomSource): string {
  return random.next() < KNOWN_SHARE ? random.pick([jonas, aiko]) : random.pick(others);
}
