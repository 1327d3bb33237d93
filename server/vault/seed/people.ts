/** The owners of vaults and bids: the people of the documents' examples, and generated ones. */
import { exampleAnswer, readDocument } from '../../contract/index.ts';

/** User ids in the wallet network. */
export interface People {
  readonly mira: string;
  readonly jonas: string;
  readonly aiko: string;
}

interface UserAnswer {
  readonly data: { readonly network_user_id: string };
}

/** The people that the comment service's examples show with their names. */
export async function examplePeople(): Promise<People> {
  const document = await readDocument('comment');
  const idOf = (operation: string, name?: string) =>
    exampleAnswer<UserAnswer>(document, operation, name).data.network_user_id;
  return {
    mira: idOf('readMe'),
    jonas: idOf('readUser', 'with-picture'),
    aiko: idOf('readUser', 'without-picture'),
  };
}
