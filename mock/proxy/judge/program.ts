/** The process that judges what passed: the form of messages with Prism, and the rules of the documents with the suite. */
import type { Passed, Traffic } from '@wallet-services/conformance/traffic';
import { begin } from '@wallet-services/kit/begin';
import { giveBack, serveJudge } from '@wallet-services/kit/judge';
import type { ServiceName } from '../../services.ts';
import type { SeenBody } from '../copy.ts';
import './unused.ts';
import { readBody, type Unpacked, unpack } from './body.ts';
import type { Check } from './check.ts';
import type { About, DocumentedOperation, JudgeData, Outcome, Result, Seen, Task, Verdict } from './tasks.ts';

interface Form {
  readonly operations: readonly DocumentedOperation[];
  readonly check: Check;
}

/** Prism takes time and memory to load: where it is not needed, it is not loaded. */
async function openForms({ services, document, overlay, documents }: JudgeData): Promise<ReadonlyMap<string, Form>> {
  const [{ documentPath, operationsIn, readOperations }, { createCheck, documented }] = await Promise.all([
    import('../../documents.ts'),
    import('./check.ts'),
  ]);
  const readService = async (service: string) => {
    // Services of the contract, as no other document is given.
    if (document === undefined) return readOperations(documentPath(service as ServiceName, documents));
    const { describedBy } = await import('@wallet-services/conformance/traffic/document');
    return operationsIn((await describedBy(document, overlay)).document, document);
  };
  const forms = services.map(async (service) => {
    const read = await readService(service);
    return [service, { operations: read.operations.map((one) => documented(one)), check: createCheck(read) }] as const;
  });
  return new Map(await Promise.all(forms));
}

async function openRules({ urls, values, limit, document, overlay, har }: JudgeData): Promise<Traffic> {
  const { openTraffic } = await import('@wallet-services/conformance/traffic');
  return openTraffic(urls, {
    values,
    maxBytes: limit,
    ...(document === undefined ? {} : { document }),
    ...(overlay === undefined ? {} : { overlay }),
    ...(har === undefined ? {} : { har }),
  });
}

/** The bodies of an exchange. */
interface Bodies {
  readonly request: Unpacked;
  readonly response: Unpacked | undefined;
}

async function unpackAll({ request, response }: Seen, limit: number): Promise<Bodies> {
  return {
    request: await unpack(request.body, request.headers, limit),
    response: response === undefined ? undefined : await unpack(response.body, response.headers, limit),
  };
}

function checkForm({ request, response }: Seen, bodies: Bodies, check: Check): Promise<Verdict> {
  const requested = { ...request, body: readBody(bodies.request, request.headers) };
  if (response === undefined || bodies.response === undefined) return check(requested);
  return check(requested, { ...response, body: readBody(bodies.response, response.headers) });
}

function isExcessive({ request, response }: Bodies): boolean {
  return [request, response].some((body) => body?.kind === 'unread' && body.isExcessive);
}

function bytesOf(body: SeenBody): Uint8Array | null {
  return body.kind === 'bytes' ? body.bytes : null;
}

function judgeRules({ request, response, began, at }: Seen, traffic: Traffic): Outcome {
  const { service, method, url, headers, body } = request;
  const passed: Passed = {
    service: service as ServiceName,
    method,
    url,
    headers,
    began,
    at,
    requestBody: bytesOf(body),
    status: response?.status ?? 0,
    answerHeaders: response?.headers ?? {},
    body: (response === undefined ? null : bytesOf(response.body)) ?? new Uint8Array(),
  };
  const judged = traffic.take(passed);
  return { service, operation: judged?.operation ?? null, reported: judged?.findings ?? [] };
}

begin();
serveJudge<JudgeData, About, Task, Result>(async (data) => {
  const forms = data.form ? await openForms(data) : new Map<string, Form>();
  const traffic = data.rules ? await openRules(data) : undefined;
  const judge = async (task: Task): Promise<Result> => {
    if (task.kind === 'report') {
      const { jsonReport } = await import('@wallet-services/conformance/traffic');
      return traffic === undefined ? {} : { report: jsonReport(traffic.report()) };
    }
    const { seen } = task;
    const check = task.form ? forms.get(seen.request.service)?.check : undefined;
    const bodies = await unpackAll(seen, data.limit);
    const judgesRules = task.rules && traffic !== undefined && !isExcessive(bodies);
    const verdict = check === undefined ? {} : { verdict: await checkForm(seen, bodies, check) };
    // The rules read the bodies anew: without this, the memory for large ones is needed twice.
    giveBack();
    return judgesRules ? { ...verdict, outcome: judgeRules(seen, traffic) } : verdict;
  };
  return {
    about: { operations: new Map([...forms].map(([service, { operations }]) => [service, operations])) },
    judge,
  };
});
