/** The headers that a document describes for an answer; the form of rejections in the contract is open. */
import { jsonOf } from '@wallet-services/kit/exchange';
import type { SuiteContext } from '../../core/context.ts';
import { broken, CORRECT, type Judgement, passUnless, unjudged } from '../../core/judgement.ts';
import type { GeneralRule } from '../../core/rule.ts';
import { alternativesOf } from '../../generate/keywords.ts';
import { listedFor, operationOf, type ResponseHeader } from '../../model/document/api.ts';
import { type Exchange, isSuccess } from '../../model/exchange.ts';
import { jsonProblems, ROUNDED, textProblems } from './texts.ts';

/** What is wrong with the value of a header. */
function problemsOf(
  { name, isJson, schema, schemaPointer }: ResponseHeader,
  text: string,
  { api, schemas }: SuiteContext,
  exchange: Exchange,
): readonly Judgement[] {
  if (schema === null || schemaPointer === null) return [];
  const unusable = schemas.unusable(schemaPointer);
  if (unusable !== null) return [unjudged(`the schema of the header ${name} cannot be used: ${unusable}`, CORRECT)];
  const isObject = alternativesOf(api.document, schema).every(({ type }) => type === 'object');
  if (!isJson && isObject) return [unjudged(`the suite reads no object in the text of the header ${name}`)];
  const { problems: found, isRounded } = isJson
    ? jsonProblems(schemas, schemaPointer, jsonOf(text), text)
    : { problems: textProblems({ api, schemas }, { schema, schemaPointer }, text), isRounded: false };
  if (isRounded) return [unjudged(`in the header ${name}, ${ROUNDED}`)];
  return found
    .slice(0, 1)
    .map(({ expected, actual }) =>
      broken({ expected: `${expected} in the header ${name}`, actual, about: `${name}: value`, exchange }),
    );
}

export const headers: GeneralRule = {
  id: 'wire.headers',
  text: 'A response has the headers that its document requires, in their documented form.',
  watch: (exchange, suite) => {
    const { api, profile } = suite;
    const { call, outcome } = exchange;
    if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer') return [];
    const { status, headers: given } = outcome;
    const { headers: documented = [] } = listedFor(operationOf(api, call.operation), status) ?? {};
    const isJudged = documented.length > 0 && (isSuccess(exchange) || profile.isStrict === true);
    if (given === undefined || !isJudged) return [];
    const missing = documented.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(given, name));
    const actual = 'it is missing';
    return passUnless([
      ...missing.map(({ name }) => broken({ expected: `the header ${name}`, actual, about: name, exchange })),
      ...documented.flatMap((header) => {
        const text = given[header.name];
        if (text === null && header.schema !== null) {
          return [unjudged(`the suite does not keep the value of the header ${header.name}`)];
        }
        return typeof text === 'string' ? problemsOf(header, text, suite, exchange) : [];
      }),
    ]);
  },
};
