/** Tries a derived mutant for real: the case that found it out in the replay asks a proxy in front of the server. */

import { runCases } from '../../run/cases.ts';
import { type JudgedCase, judgeCase } from '../../run/judge/judge.ts';
import { openClient } from '../../run/send/client.ts';
import { behindProxy, type CorrectServer } from '../trial.ts';
import type { DerivedMutant } from './mutant.ts';
import { faultOf } from './proxy.ts';
import { fallenOver, type Recording, tellingOf } from './replay.ts';

const LIMITS = { timeoutMs: 3_000, maxBytes: 2 ** 24 };

/** The rules that fall over the mutant. */
export function tryLive(
  server: CorrectServer,
  { scene: recorded, rules }: Recording,
  mutant: DerivedMutant,
  { conversation }: JudgedCase,
): Promise<readonly string[]> {
  const { api } = recorded;
  const { service } = mutant;
  return behindProxy(server, service, { fault: faultOf(api, mutant) }, async ({ services }) => {
    const url = services[service]?.url ?? recorded.target.url;
    const target = { ...recorded.target, url };
    const scene = { ...recorded, target, found: new Map() };
    const client = openClient(api, target, null, { limits: LIMITS, concurrency: 1 });
    try {
      const judged = await runCases([conversation], client, {
        scene,
        concurrency: 1,
        readOnly: false,
        onFinished: (finished) => judgeCase(finished, rules, scene),
      });
      const telling = tellingOf({ rules });
      return judged.flatMap((finished) => fallenOver(finished, telling));
    } finally {
      client.close();
    }
  });
}
