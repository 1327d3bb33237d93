/** Faulty servers that follow from a document, each in front of a server that does what the document says. */
import { Failure, UsageError } from '@wallet-services/kit/errors';
import { styleFor } from '@wallet-services/kit/style';
import { contractFor } from '../cli/document.ts';
import { targetOf } from '../cli/target.ts';
import { declaredFaults } from '../families/faults.ts';
import type { Mutant } from '../faults/mutant.ts';
import { type CorrectServer, rulesWith, tryFault } from '../faults/trial.ts';
import { terminalReport } from '../report/terminal.ts';
import type { RunReport } from '../run/report.ts';
import { matches } from '../run/selection.ts';
import { runSuite } from '../run/suite.ts';
import type { DocumentTeeth } from './options.ts';

/** Milliseconds that a faulty server is waited for: some never answer. */
const SHORT = 600;

type Print = (line: string) => void;

/** What the rule that should have found a faulty server out says instead. */
function excuse(report: RunReport, rule: string): string {
  const check = report.services.flatMap(({ checks }) => checks).find((one) => one.rule === rule);
  const [reason] = check?.reasons ?? [];
  return [check?.verdict ?? 'not checked', ...(reason === undefined ? [] : [reason.reason])].join(': ');
}

/** @throws Failure when the server behind is not right itself: what it does wrong hides what a faulty one does. */
async function mustConform({ target, contract }: CorrectServer): Promise<void> {
  const report = await runSuite(target, { contract, reproduce: false });
  const [unreachable] = report.services.flatMap((service) => service.unreachable ?? []);
  if (unreachable !== undefined) throw new Failure(unreachable);
  const [first, ...more] = rulesWith(report, 'fail', 'harness-error');
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  throw new Failure(`the server does not do what the document says (${first}${others}): check it, and mend it first`);
}

/** So many are tried at a time: each is told apart by its proxy, and the server behind is used to several clients. */
const AT_ONCE = 3;

interface Tried {
  readonly mutant: Mutant;
  readonly report: RunReport;
  readonly isKilled: boolean;
}

async function tryOne(server: CorrectServer, service: string, mutant: Mutant): Promise<Tried> {
  const { kills, timeoutMs = SHORT, operation } = mutant;
  const report = await tryFault(server, service, mutant, {
    selection: { rules: [kills], operations: operation === undefined ? [] : [operation] },
    ...{ timeoutMs, reproduce: false },
  });
  return { mutant, report, isKilled: rulesWith(report, 'fail', 'warn').includes(kills) };
}

function told({ mutant: { id, kills }, report, isKilled }: Tried): string {
  return isKilled ? `killed    ${id}` : `SURVIVED  ${id}\n          ${kills} says ${excuse(report, kills)}`;
}

/** Tries some at a time; what survives beside others is tried once more alone. @returns how many survive. */
async function tryAll(
  server: CorrectServer,
  service: string,
  mutants: readonly Mutant[],
  print: Print,
): Promise<number> {
  const left = [...mutants];
  const again: Mutant[] = [];
  const work = async () => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const tried = await tryOne(server, service, mutant);
      if (tried.isKilled) print(told(tried));
      else again.push(mutant);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  let survivors = 0;
  for (const mutant of again) {
    const tried = await tryOne(server, service, mutant);
    if (!tried.isKilled) survivors += 1;
    print(told(tried));
  }
  return survivors;
}

/** Tries the faulty servers of a document. @returns the exit code. */
export async function teethOfDocument(asked: DocumentTeeth, print: Print): Promise<number> {
  const contract = await contractFor(asked);
  const [service = ''] = contract.services;
  const { api } = await contract.service(service);
  const target = await targetOf({ ...asked, urls: {}, services: [] }, process.env, contract.services);
  const server: CorrectServer = { target, contract };
  const all = declaredFaults(api);
  const { fault } = asked;
  const mutants = fault === undefined ? all : all.filter(({ id }) => matches(id, fault));
  if (all.length === 0) throw new UsageError(`${asked.document} declares no behaviour that could be broken`);
  if (mutants.length === 0) throw new UsageError(`--fault ${fault}: there is none; without --fault all are named`);
  await mustConform(server);
  const [only, ...others] = mutants;
  if (fault !== undefined && only !== undefined && others.length === 0) {
    const report = await tryFault(server, service, only, { timeoutMs: only.timeoutMs ?? SHORT });
    print(terminalReport(report, styleFor(false)));
  }
  const survivors = await tryAll(server, service, mutants, print);
  print(`${service}: ${mutants.length - survivors} of ${mutants.length} faulty servers found out`);
  return survivors === 0 ? 0 : 1;
}
