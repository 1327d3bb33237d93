/** Successful answers are JSON: `json`. */

import { aspectOf, type Family } from '../../core/family.ts';
import { ANY_INPUTS_HINT, broken, pass, withoutJson } from '../../core/judgement.ts';
import { responseFor } from '../../model/document/api.ts';
import type { Declaration } from '../../model/document/behaviour.ts';
import { answerIn } from '../../model/document/requests.ts';
import { readingOf, unobservable, visitAll } from '../visited.ts';
import { jsonCandidates } from './candidates.ts';
import { jsonMutants } from './mutants.ts';

/** A value without a declared type may be JSON. */
function isJsonType(contentType: string | null): boolean {
  return contentType === null || /^application\/([\w.-]+\+)?json\b/i.test(contentType.trim());
}

export default {
  name: 'json',
  watch(declared, exchange, { api }, report) {
    const found = answerIn(api, exchange);
    // A response that is documented without a body need not be JSON.
    if (found === null || responseFor(found.operation, found.answer.status)?.schema === null) return;
    const { contentType, body } = found.answer;
    const { json } = body;
    const expected = 'a JSON body';
    const aspect = aspectOf(declared);
    if (!json.ok) report(aspect, withoutJson(json, { expected, about: 'body', exchange }));
    else if (isJsonType(contentType)) report(aspect, pass);
    else report(aspect, broken({ expected, actual: `content type ${contentType}`, about: 'type', exchange }));
  },
  async check(declared, ctx, report) {
    const exchanges = await visitAll(ctx, readingOf(ctx.suite.api));
    report(aspectOf(declared), unobservable(exchanges, 'no request succeeded', ANY_INPUTS_HINT));
  },
  candidates: jsonCandidates,
  mutants: jsonMutants,
} satisfies Family<Declaration>;
