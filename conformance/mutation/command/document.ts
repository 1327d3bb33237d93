/** The faulty servers derived from a document, each in front of a server that conforms to it. */
import { Failure, UsageError } from '@wallet-services/kit/errors';
import { targetOf } from '../../cli/target.ts';
import { contractFor } from '../../run/document.ts';
import { matches } from '../../run/selection.ts';
import { runSuite } from '../../run/suite.ts';
import { declaredMutants } from '../declared.ts';
import { type CorrectServer, rulesWith } from '../trial.ts';
import type { DocumentOptions } from './options.ts';
import { checkHar, type Print, showWhole, tryAll } from './trial.ts';

/** @throws Failure if the upstream server is not correct: its errors would hide those of the mutants. */
async function mustConform({ target, contract }: CorrectServer): Promise<void> {
  const report = await runSuite(target, { contract, reproduce: false });
  const [unreachable] = report.services.flatMap((service) => service.unreachable ?? []);
  if (unreachable !== undefined) throw new Failure(unreachable);
  const [first, ...more] = rulesWith(report, 'fail', 'harness-error');
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  throw new Failure(`the server does not do what the document says (${first}${others}): fix it first`);
}

/** Tries the faulty servers of a document. @returns the exit code. */
export async function mutantsOfDocument(request: DocumentOptions, print: Print): Promise<number> {
  const contract = await contractFor(request);
  const [service = ''] = contract.services;
  const { api } = await contract.service(service);
  const target = await targetOf({ ...request, urls: {}, services: [] }, process.env, contract);
  const server: CorrectServer = { target, contract };
  const all = declaredMutants(api);
  const { mutant: wanted } = request;
  const mutants = wanted === undefined ? all : all.filter(({ id }) => matches(id, wanted));
  if (all.length === 0) throw new UsageError(`${request.document} declares no behaviour`);
  if (mutants.length === 0)
    throw new UsageError(`--mutant ${wanted}: there is no such faulty server; without --mutant, all names are printed`);
  await checkHar(request, mutants.length);
  await mustConform(server);
  const [only, ...others] = mutants;
  if (wanted !== undefined && only !== undefined && others.length === 0) {
    await showWhole(server, service, only, { print, har: request.har });
  }
  const tried = await tryAll(server, service, mutants, print);
  const found = tried.filter(({ isKilled }) => isKilled).length;
  print(`${service}: ${found} of ${mutants.length} faulty servers detected`);
  return found === mutants.length ? 0 : 1;
}
