/** Answers with examples of the document when a request prefers one (RFC 7240). */
import { fittingAnswers, isUnfit, preferencesIn, type UnfitWish, type Wish, wishIn } from '@wallet-services/kit/prefer';
import { Refusal } from '@wallet-services/runtime';
import type { MountOptions } from '@wallet-services/runtime/express';
import { type Document, readDocument, shownAnswers } from '../contract/index.ts';

/**
 * Follows `Prefer: code=...` and `Prefer: example=...`, and leaves all other requests to the service.
 *
 * @param service the service whose document has the examples; the document is read at the first request
 */
export function preferredAnswers(service: string): NonNullable<MountOptions['answerInstead']> {
  let document: Promise<Document> | undefined;
  return ({ id }, { prefer }) => {
    if (prefer === undefined) return undefined;
    const wish = wishIn(preferencesIn([prefer].flat().join(',')));
    if (wish === undefined) return undefined;
    if (isUnfit(wish)) throw refusalOf(wish);
    document ??= readDocument(service);
    return document.then((read) => preferred(read, id, wish));
  };
}

function preferred(document: Document, operationId: string, wish: Wish) {
  const fitting = fittingAnswers(shownAnswers(document, operationId), wish, operationId);
  if (isUnfit(fitting)) throw refusalOf(fitting);
  const [{ status, body }] = fitting;
  return { status, body, headers: { 'Preference-Applied': appliedOf(wish) } };
}

function refusalOf({ code, msg, hint }: UnfitWish): Refusal {
  return new Refusal(code, msg, { hint });
}

function appliedOf({ code, example }: Wish): string {
  const parts = [code === undefined ? '' : `code=${code}`, example === undefined ? '' : `example=${example}`];
  return parts.filter((text) => text !== '').join(', ');
}
