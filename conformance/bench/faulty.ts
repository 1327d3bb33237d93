/**
 * Simulates users of faulty servers and judges their traffic. Prints a table of the mutants that the traffic reveals,
 * by service, and the mutants that were missed.
 *
 * node conformance/bench/faulty.ts [every nth faulty server, default 10] [exchanges with each, default 120]
 *   [index of the first, default 0] [only mutants with this text in their id]
 */

import type { Mutant } from '../core/mutant.ts';
import type { ProxiedVariant } from '../core/variant.ts';
import type { ServiceName } from '../model/document/services.ts';
import { testServersOf } from '../mutation/mutants.ts';
import type { Fault, Reply } from '../mutation/proxy/reply.ts';
import { behindProxy } from '../mutation/trial.ts';
import { startReference } from '../testing/reference.ts';
import { judgedPeople } from '../testing/users.ts';
import { senderOf } from '../traffic/credentials.ts';

/** Identifies an answer among those of the recorded traffic. */
function answerKey(method: string, path: string, status: number, body: string): string {
  return [method, path, status, body].join(' ');
}

/** The reply as text, without the time that differs between two answers to the same request. */
function withoutTime(reply: Reply): string {
  return JSON.stringify(reply).replace(/ts\\":\d+/, '');
}

/** The fault, which also adds each answer that differs from the correct server's to `wrong`. */
function noted(mutation: Fault, wrong: Set<string>): Fault {
  return async (request, next) => {
    const right: Reply[] = [];
    const meant = `${request.path}?${request.query}`;
    let isOther = false;
    const reply = await mutation(request, async (passed) => {
      isOther ||= `${passed.path}?${passed.query}` !== meant;
      const answer = await next(passed);
      right.push(answer);
      return answer;
    });
    if (isOther && request.method === 'GET') right.splice(0, right.length, await next(request));
    const isRight = right.length === 1 && right.every((answer) => withoutTime(answer) === withoutTime(reply));
    if (!isRight && reply.kind === 'reply')
      wrong.add(answerKey(request.method, request.path, reply.status, reply.body));
    return reply;
  };
}

const [nth = 10, count = 120, first = 0] = process.argv.slice(2, 5).map(Number);
const [, , , , , part = ''] = process.argv;

const reference = await startReference();
const { contract } = reference;

/** The recorded traffic of users of a server behind a faulty or varying proxy, with its findings. */
function used(faulty: Pick<Mutant | ProxiedVariant, 'mutation' | 'target'>, service: ServiceName, seed: number) {
  return behindProxy(reference, service, faulty, (target) => judgedPeople({ service, contract, target, count, seed }));
}

try {
  console.log('service    faulty  visible  reported  share');
  let [allVisible, allReported] = [0, 0];
  for (const service of contract.services) {
    const { mutants, variants } = await testServersOf(await contract.service(service));
    const isChosen = ({ id }: Pick<Mutant, 'id'>, index: number) => index % nth === first % nth && id.includes(part);
    const chosen = mutants.filter(isChosen);
    const missed: string[] = [];
    let [visible, found] = [0, 0];
    for (const mutant of chosen) {
      const wrong = new Set<string>();
      const mutation = () => noted(mutant.mutation(), wrong);
      const { recorded, findings: reported, report } = await used({ ...mutant, mutation }, service, visible + 1);
      const check = report.checks.find(({ rule }) => rule === mutant.kills);
      // Traffic cannot reveal a mutant that affected no request, or one that only special requests show.
      const isJudged = reported.length > 0 || check?.verdict === 'pass';
      const isOfCredential = /\.(access\.refused|lifetime\.works)$/.test(mutant.kills);
      const isMet = recorded.some(
        ({ method, url, status, body, headers }) =>
          // Only the server knows whether a credential is valid.
          !(isOfCredential && senderOf({ url, headers }).signed) &&
          wrong.has(answerKey(method, new URL(url).pathname, status, body.text)),
      );
      if (!isJudged || !isMet) continue;
      visible += 1;
      if (reported.length > 0) found += 1;
      else missed.push(`${mutant.id} (${mutant.kills})`);
    }
    allVisible += visible;
    allReported += found;
    const share = visible === 0 ? '' : `${Math.round((100 * found) / visible)} %`;
    console.log(
      `${service.padEnd(10)}${String(chosen.length).padStart(7)}${String(visible).padStart(9)}${String(found).padStart(6)}  ${share}`,
    );
    for (const one of missed) console.log(`  not reported: ${one}`);
    for (const variant of variants.filter(isChosen)) {
      const { findings: reported } = await used(variant, service, 1);
      const blamed = reported.find(({ finding }) => finding.verdict === 'fail');
      if (blamed !== undefined) console.log(`  BLAMED: a correct server, ${variant.id} (${blamed.rule.rule})`);
    }
  }
  console.log(
    `all        reported ${allReported} of ${allVisible}, ${Math.round((100 * allReported) / Math.max(1, allVisible))} %`,
  );
} finally {
  await reference.close();
}
