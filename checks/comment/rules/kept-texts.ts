/** Servers that change comments when others favor or reply to them (document 2, Endpoints). */

import type { OwnRule } from '@wallet-services/conformance/core';
import { isObject } from '@wallet-services/conformance/model';
import { type At, answersAsBefore, type Mutation, together } from '@wallet-services/conformance/mutation';

function escaped(comment: unknown): unknown {
  if (!isObject(comment)) return comment;
  return { ...comment, content: String(comment['content']).replaceAll('&', '&amp;').replaceAll('"', '&quot;') };
}

/** A faulty server that stores texts again, escaped as for a page. */
function storedEscaped(at: At, operation: string): Mutation {
  return () => {
    const stored = new Set<string>();
    const reported = (comment: unknown) =>
      isObject(comment) && stored.has(String(comment['id'])) ? escaped(comment) : comment;
    return together(
      at(operation).noting(({ inputs }) => void stored.add(inputs['comment_id'] ?? '')),
      at('readComment').value('/data', reported),
      at('listComments').items.each(reported),
    )();
  };
}

/** A faulty server that caches pages in the order of favorites forever. */
const orderKept = (at: At) =>
  answersAsBefore(
    at('listComments').when(({ query }) => query.get('order_by') === 'favor_count'),
    ({ query, headers }) => JSON.stringify([[...query], headers['x-comment-site-id'], headers['x-comment-site-slug']]),
  );

/** A faulty server that cuts off slugs. */
const cutSlugs = (at: At, operation: string) =>
  at(operation).query(({ query }) => ({ slug: query.get('slug')?.slice(0, 25) }));

export default [
  {
    id: 'comment.createComment.chosen-by.in-query',
    mutants: (at) => ({
      'slugs of 25 letters are distinguished': together(cutSlugs(at, 'createComment'), cutSlugs(at, 'listComments')),
    }),
  },
  {
    id: 'comment.favorComment.moves.kept',
    mutants: (at) => ({ 'a comment that is favored is returned escaped': at('favorComment').value('/data', escaped) }),
  },
  {
    id: 'comment.unfavorComment.moves.kept',
    mutants: (at) => ({
      'a comment that is unfavored is returned escaped': at('unfavorComment').value('/data', escaped),
    }),
  },
  {
    id: 'comment.createReply.moves.kept',
    mutants: (at) => ({ 'a comment that is replied to is escaped': storedEscaped(at, 'createReply') }),
  },
  {
    id: 'comment.favorComment.moves.count',
    mutants: (at) => ({
      'the order of favorites is kept for ever': orderKept(at),
      'a comment that is favored is returned without its replies': at('favorComment').set('/data/reply_count', 0),
    }),
  },
] satisfies readonly OwnRule[];
