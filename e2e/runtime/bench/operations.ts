/** The requests and answers of all contenders: three operations of comment, from the examples of its document. */
import { operationsOf } from '@wallet-services/generators/document';
import { answerOf, documentOf } from '@wallet-services/generators/testing/documents';

/** The document of the measured service. */
export const document = documentOf('comment');

const ids = ['listComments', 'readComment', 'createComment'] as const;
type Id = (typeof ids)[number];

/** The example of an answer. */
function exampleOf(id: Id): { readonly ts: number; readonly data: Record<string, unknown> } {
  const placed = operationsOf(document).find(({ operation }) => operation.operationId === id);
  if (placed === undefined) throw new Error(`${id} is not in the document`);
  return answerOf(placed) as ReturnType<typeof exampleOf>;
}

const list = exampleOf('listComments');
const [comment] = list.data['comments'] as unknown[];

type Comment = Readonly<Record<string, unknown>> & { readonly creator: object };
type Answers = Record<Id, object>;

/** @param change changes the comment of each answer, and the last one of a list */
function answersWith(change: (comment: Comment) => object): Answers {
  const changed = <Example extends { readonly data: object }>(example: Example) => ({
    ...example,
    data: change(example.data as Comment),
  });
  const comments = [...Array.from({ length: 9 }, () => comment), change(comment as Comment)];
  return {
    listComments: { ...list, data: { ...list.data, comments } },
    readComment: changed(exampleOf('readComment')),
    createComment: changed(exampleOf('createComment')),
  };
}

/** The valid answers; a list has ten comments. */
export const answers: Answers = answersWith((one) => one);

/** Invalid answers that a validating contender must not send. */
const faults: Readonly<Record<string, (comment: Comment) => object>> = {
  'an id that is text': (one) => ({ ...one, id: '90311' }),
  'a time that is none': (one) => ({ ...one, created_at: 'yesterday' }),
  'no content': ({ content: _, ...rest }) => rest,
  'a UUID that is none': (one) => ({ ...one, creator: { ...one.creator, network_user_id: '7' } }),
  'null in place of text': (one) => ({ ...one, slug: null }),
};
export const faultNames = Object.keys(faults);

/** Makes handlers send an invalid answer from now on; without a name, valid ones again. */
export function breakAnswers(name?: string): void {
  Object.assign(answers, answersWith(faults[name ?? ''] ?? ((one) => one)));
}

/** A request that is sent repeatedly. */
export interface Workload {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

export const workloads: readonly Workload[] = [
  {
    name: 'list with query',
    method: 'GET',
    path: '/comments?site_id=21&slug=posts%2Faugust-harvest&limit=10&order_by=created_at_asc',
  },
  { name: 'read by id', method: 'GET', path: '/comments/90311' },
  {
    name: 'create with body',
    method: 'POST',
    path: '/comments?site_id=21&slug=posts%2Faugust-harvest',
    body: JSON.stringify({ content: 'We made cider from ours. The recipe scales well.' }),
  },
];

/** Invalid requests that a validating contender must reject. */
export const broken: readonly Workload[] = [
  { name: 'a limit that is no number', method: 'GET', path: '/comments?site_id=21&limit=ten' },
  { name: 'an order that there is not', method: 'GET', path: '/comments?site_id=21&order_by=size' },
  { name: 'an id that is no number', method: 'GET', path: '/comments/first' },
  { name: 'a body without its member', method: 'POST', path: '/comments?site_id=21', body: '{}' },
];
