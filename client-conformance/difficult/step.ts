/** Judges how a client handled a difficult service. */
import { valueAt } from '@wallet-services/conformance/testing/clients';
import { difference } from '../judge/meaning.ts';
import type { Problem } from '../judge/problem.ts';
import type { Command, Reply } from '../protocol.ts';
import { replyText } from '../steps/expect.ts';
import type { Expectation, Step } from '../steps/step.ts';
import { type Outcome, type Scenario, SECONDS } from './scenario.ts';
import type { Received } from './server.ts';

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map((item) => String(valueAt(item, '/id'))) : [];
}

function outcomeText(outcome: Outcome): string {
  const or = 'or' in outcome && outcome.or !== undefined ? `, or ${[outcome.or].flat().join(', ')}` : '';
  if (outcome.kind === 'items') return `the items ${outcome.ids.join(', ') || '(none)'}${or}`;
  if (outcome.kind === 'value') return `${outcome.text.slice(0, 40)} at ${outcome.at}${or}`;
  if (outcome.kind === 'result') return `a result${or}`;
  const { error, status, names } = outcome;
  const about = names === undefined ? '' : `, with a message that names ${names}`;
  return `the error ${error}${status === undefined ? '' : ` ${status}`}${about}${or}`;
}

function isMet(outcome: Outcome, reply: Reply): boolean {
  if (reply.kind === 'error') {
    if (outcome.kind === 'error') {
      const { error, status = reply.status, names = '' } = outcome;
      if (reply.error === error && reply.status === status && reply.message.includes(names)) return true;
    }
    return 'or' in outcome && [outcome.or].flat().includes(reply.error);
  }
  if (reply.kind !== 'result') return false;
  if (outcome.kind === 'error') return [outcome.or].flat().includes('result');
  if (outcome.kind === 'items') return JSON.stringify(idsOf(reply.value)) === JSON.stringify(outcome.ids);
  if (outcome.kind === 'result') return true;
  const value = valueAt(reply.value, outcome.at);
  return [outcome.text, outcome.same ?? outcome.text].some((text) => difference(text, value, 'answer') === null);
}

function actualText(outcome: Outcome, reply: Reply): string {
  if (reply.kind === 'result' && outcome.kind === 'items')
    return `the items ${idsOf(reply.value).slice(0, 20).join(', ')}`;
  return replyText(reply);
}

/** The headers that no request may lack, or have in another form. */
function headerProblems({ sends = {} }: Scenario, here: readonly Received[]): readonly Problem[] {
  return Object.entries(sends).flatMap(([name, form]) => {
    const wrong = here.map(({ headers }) => String(headers[name] ?? '')).find((value) => !form.test(value));
    return wrong === undefined ? [] : [{ expected: `${name} like ${form.source}`, actual: JSON.stringify(wrong) }];
  });
}

/** The texts that must not be shown, including the pieces that a client may have made of them. */
function pieces(secrets: Scenario['secrets']): readonly string[] {
  const { token = '', app_secret = '', password = '' } = secrets ?? {};
  // A message that gets too long may show the beginning of a token.
  return [...token.split(/[\r\n]+/), token.slice(0, 16), app_secret, password].filter((piece) => piece.length > 5);
}

interface Measured {
  readonly here: readonly Received[];
  readonly elsewhere: readonly Received[];
  readonly began: number;
}

function expectation(scenario: Scenario, { here, elsewhere, began }: Measured): Expectation {
  return ({ reply }) => {
    const took = (performance.now() - began) / 1000;
    const { outcome, requests, gap, seconds = SECONDS } = scenario;
    const [first, second] = here;
    const between = first === undefined || second === undefined ? 0 : second.at - first.at;
    const secrets = pieces(scenario.secrets);
    const texts = reply.kind === 'error' ? [reply.message] : [];
    const problems: readonly (Problem | false)[] = [
      !isMet(outcome, reply) && { expected: outcomeText(outcome), actual: actualText(outcome, reply) },
      here.length > requests && { expected: `at most ${requests} requests`, actual: `${here.length}` },
      gap !== undefined &&
        between < gap && {
          expected: `${gap} ms at least between two requests`,
          actual: second === undefined ? 'no second request' : `${between.toFixed(0)} ms`,
        },
      took > seconds && { expected: `at most ${seconds} s`, actual: `${took.toFixed(1)} s` },
      secrets.some((secret) => texts.some((text) => text.includes(secret))) && {
        expected: 'no secret in the message',
        actual: 'there is one',
      },
      elsewhere.length > 0 && { expected: 'no request to another host', actual: elsewhere[0]?.name ?? '' },
      scenario.environment !== undefined &&
        secrets.some((secret) => here.some(({ text }) => text.includes(secret))) && {
          expected: 'no secret for a proxy',
          actual: 'there is one',
        },
      secrets.some((secret) => elsewhere.some(({ text }) => text.includes(secret))) && {
        expected: 'no secret for another host',
        actual: 'there is one',
      },
      ...headerProblems(scenario, here),
    ];
    return problems.filter((problem) => problem !== false);
  };
}

function commandOf({ call, secrets, ownHttp, address, tls }: Scenario, origin: string, authority: string): Command {
  const { password: _password, ...credentials } = secrets ?? {};
  const base = {
    credentials,
    ...(ownHttp ? { own_http: true as const } : {}),
    ...(tls === undefined ? {} : { authority }),
  };
  const plain = (of: string, service: string) => `${of}/${service}`;
  const url = (address ?? plain)(origin, call.service);
  if (!('pages' in call)) return { do: 'call', ...call, ...base, url };
  const { pages: _, ...list } = call;
  return { do: 'list', ...list, ...base, url };
}

/** A scenario as a step of the script. */
export function difficultStep(scenario: Scenario): Step {
  return {
    id: scenario.id,
    title: scenario.title,
    source: null,
    async prepare({ difficult, samples }) {
      const server = await difficult();
      const { here, elsewhere } = server.begin(scenario.respond, await samples());
      const { tls, environment } = scenario;
      const plain = `http://127.0.0.1:${server.port}`;
      const origin = tls === undefined ? plain : `https://127.0.0.1:${await server.secured(tls)}`;
      const command = commandOf(scenario, origin, server.authority);
      return {
        command,
        expect: [expectation(scenario, { here, elsewhere, began: performance.now() })],
        secrets: pieces(scenario.secrets),
        ...(environment === undefined ? {} : { variables: environment(plain) }),
        ...(scenario.seconds === undefined ? {} : { leastLimitMs: scenario.seconds * 1000 }),
      };
    },
  };
}
