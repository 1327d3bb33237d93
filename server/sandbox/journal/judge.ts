/**
 * Judges an exchange of the journal: by the response schemas of the document, and by the invariants that it declares.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ExchangeFinding } from '@wallet-services/contract/sandbox';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { openInvariants } from '@wallet-services/expressions';
import { jsonOf } from '@wallet-services/kit/exchange';
import { undecidedTexts, within } from '@wallet-services/kit/judge';
import type { CompiledValidator } from '@wallet-services/runtime/operation';
import type { JournalEntry, Judge } from './shown.ts';

type Validators = Readonly<Record<string, { readonly responses: Readonly<Record<string, CompiledValidator>> }>>;

async function validatorsOf(service: ServiceName): Promise<Validators> {
  const { validators }: { validators: Validators } = await import(`@wallet-services/contract/${service}`);
  return validators;
}

/** The answer's JSON; undefined when the journal does not have all of it. */
function answerOf({ exchange: { response } }: JournalEntry): unknown {
  return response?.text === undefined || response.truncated ? undefined : jsonOf(response.text);
}

/** Judges whether an answer has the schema that the document declares for its status. */
function bySchema(validators: ReadonlyMap<ServiceName, Validators>): Judge {
  return (entry) => {
    const { requested, exchange } = entry;
    const { status, response, broken } = exchange;
    if (requested?.operation === undefined || requested.isRpc || status === undefined) return [];
    const rule = `${requested.service}.${requested.operation}.schema`;
    const finding = (text: string): ExchangeFinding[] => [{ rule, level: 'must', text }];
    const responses = validators.get(requested.service)?.[requested.operation]?.responses ?? {};
    const validator = responses[status] ?? responses[`${String(status).charAt(0)}XX`];
    if (broken !== undefined || response?.truncated === true || validator === undefined) return [];
    const answer = answerOf(entry);
    if (answer === undefined) return finding('the response is not JSON');
    if (validator(answer)) return [];
    const [error] = validator.errors ?? [];
    return finding(
      `the response violates the document: ${error?.instancePath || 'the body'} ${error?.message ?? 'is invalid'}`,
    );
  };
}

type Invariants = ReturnType<typeof openInvariants>;

/** Judges whether the relations between the members of an answer hold. */
function byInvariants(invariants: ReadonlyMap<ServiceName, Invariants>): Judge {
  return (entry) => {
    const { requested, exchange } = entry;
    const { status = 0, url, request } = exchange;
    const body = answerOf(entry);
    if (requested?.operation === undefined || requested.isRpc || status < 200 || status > 299 || body === undefined)
      return [];
    const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams);
    const sent = request.text === undefined ? null : (jsonOf(request.text) ?? null);
    const inputs = { path: requested.inputs, query, headers: request.headers, body: sent };
    const broken = invariants
      .get(requested.service)
      ?.broken({ operation: requested.operation, status, body, request: inputs });
    return (broken ?? []).map(({ invariant, pointer }) => ({
      rule: invariant.id,
      level: 'must',
      text: `${pointer === '' ? 'the body' : pointer} violates: ${invariant.text}`,
    }));
  };
}

async function invariantsOf(service: ServiceName): Promise<Invariants> {
  const file = fileURLToPath(import.meta.resolve(`@wallet-services/contract/openapi/${service}.json`));
  return openInvariants(JSON.parse(await readFile(file, 'utf8')));
}

/** Opens every judge. Keep the result: opening takes a while. */
export async function openJudge(): Promise<Judge> {
  const each = async <Value>(open: (service: ServiceName) => Promise<Value>) =>
    new Map(await Promise.all(serviceNames.map(async (name) => [name, await open(name)] as const)));
  const judges = [bySchema(await each(validatorsOf)), byInvariants(await each(invariantsOf))];
  return (entry) => judges.flatMap((judge) => bounded(judge, entry));
}

/** Time limit of one judgement, in milliseconds: other requests wait meanwhile. */
const LONGEST = 300;

/** Largest number of findings shown for an exchange: the first ones explain it. */
const MOST_FINDINGS = 20;

/** Runs a judge with a time limit. A judge that cannot decide in time yields a finding, never silent agreement. */
export function bounded(judge: Judge, entry: JournalEntry, milliseconds = LONGEST): readonly ExchangeFinding[] {
  const judgement = within(milliseconds, () => judge(entry));
  if (judgement.kind === 'judged') return judgement.result.slice(0, MOST_FINDINGS);
  const text = `the exchange could not be judged: ${undecidedTexts[judgement.why]}`;
  return [{ rule: 'sandbox.unjudged', level: 'observe', text }];
}
