/** Answers that repeat what the request said: `echoes`. */
import { freshInput } from '../../find/find.ts';
import { knownInputs } from '../../find/paths.ts';
import { freeMembers, freshBody, freshText, isFree } from '../../find/texts.ts';
import { sampleOf } from '../../generate/sample.ts';
import { type Operation, operationOf } from '../../model/api.ts';
import { callOf } from '../../model/call.ts';
import { resolved, type Schema } from '../../model/document.ts';
import { type Exchange, isSuccess, sentObject, successJson } from '../../model/exchange.ts';
import { excerpt, isObject } from '../../model/json.ts';
import { valueAt } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../../rules/judgement.ts';
import type { Scene } from '../../rules/rule.ts';
import { isAnswerOf } from '../../rules/shared/answers.ts';
import type { Family } from '../family.ts';
import { type Echoes, memberSchema } from './declared.ts';
import { echoesFaults } from './faults.ts';
import { isSame } from './same.ts';

/** Texts that get lost or changed where a server escapes them, cuts them, or puts them into another encoding. */
export const oddTexts: Readonly<Record<string, string>> = {
  'letters of many scripts': 'Ünïcödé, 中文, עברית, an apple 🍎 and a farmer 👩\u200d🌾',
  'what is markup elsewhere': `a < b && c > "d" 'e' <b>not bold</b> &amp; %20 \\n {{x}} $1`,
  'lines and a tab': 'two\nlines and  a\ttab',
  'a long text': `a longer one: ${'lorem ipsum '.repeat(40)}end`,
};

/** So many of the document's examples are sent. */
const MOST_EXAMPLES = 4;

/** Another value of a schema that is no text; undefined where none is known. */
function anotherOf({ api: { document } }: Scene, schema: Schema, value: unknown): unknown {
  const { enum: names } = resolved(document, schema);
  if (names !== undefined) return names.find((name) => name !== value);
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 2 : undefined;
}

/** The first body with another value of each member that is no text: one alone may be what is always answered. */
function varied(scene: Scene, operation: Operation, names: readonly string[], first: unknown) {
  if (!isObject(first)) return [];
  return names.flatMap((name): (readonly [string, unknown])[] => {
    const value = anotherOf(scene, memberSchema(scene, operation, name), first[name]);
    return value === undefined || first[name] === undefined
      ? []
      : [[`another ${name}`, { ...first, [name]: value }] as const];
  });
}

/** The first body with a member that none of the others has, each. */
function lacking(scene: Scene, operation: Operation, names: readonly string[], bodies: readonly unknown[]) {
  const [first] = bodies;
  return names
    .filter((name) => !bodies.some((body) => isObject(body) && body[name] !== undefined))
    .map((name): [string, unknown] => {
      const schema = memberSchema(scene, operation, name);
      const value = isFree(scene.api.document, schema)
        ? freshText(scene, operation.id, name, 'lacking')
        : sampleOf(scene.api.document, schema);
      return [`with ${name}`, { ...(isObject(first) ? first : {}), [name]: value }];
    });
}

/** Bodies like the other examples, those of the target first, each with texts of its own. */
export function examplesOf(scene: Scene, operation: Operation, what: string): readonly (readonly [string, unknown])[] {
  const known = knownInputs(scene, operation.id).flatMap(({ body }) => (body === undefined ? [] : [body]));
  const examples = [...known.slice(1), ...(operation.body?.examples ?? []).slice(known.length === 0 ? 1 : 0)];
  return examples.slice(0, MOST_EXAMPLES).map((example, place) => {
    const name = `${what} ${place + 2}`;
    return [name, freshBody(scene, operation, example, name)];
  });
}

/** The bodies that are sent, each with texts of its own: the examples, and the first one with odd texts. */
function bodiesOf(scene: Scene, operation: Operation, given: unknown): readonly (readonly [string, unknown])[] {
  const odd = freeMembers(scene.api, operation).flatMap((member) =>
    Object.entries(oddTexts).map(([name, text]): [string, unknown] => {
      const word = freshText(scene, operation.id, member, name);
      return [`${member}: ${name}`, { ...(isObject(given) ? given : {}), [member]: `${text} ${word}` }];
    }),
  );
  return [['example', given], ...examplesOf(scene, operation, 'example'), ...odd];
}

export default {
  name: 'echoes',
  watch({ operation: id, members, trimmed }, exchange, scene, say) {
    if (!isAnswerOf(exchange, id)) return;
    const [sent, json] = [sentObject(exchange), successJson(exchange)];
    if (json === undefined) return;
    const operation = operationOf(scene.api, id);
    for (const [name, pointer] of Object.entries(members)) {
      if (sent[name] === undefined) continue;
      const shown = valueAt(json, pointer);
      const schema = memberSchema(scene, operation, name);
      if (isSame(scene.api.document, schema, sent[name], shown, trimmed)) say(name, pass);
      else {
        const expected = `the ${name} that was sent: ${excerpt(sent[name])}`;
        say(name, broken({ expected, actual: excerpt(shown), pointer, exchange }));
      }
    }
  },
  async check({ operation: id, members }, talk, say) {
    const operation = operationOf(talk.scene.api, id);
    const input = await freshInput(talk, id, { name: `${id}, echoed` });
    let first: Exchange | undefined;
    if (input !== null) {
      const bodies = bodiesOf(talk.scene, operation, input.body);
      const sent = bodies.map(([, body]) => body);
      const names = Object.keys(members);
      const more = [
        ...lacking(talk.scene, operation, names, sent),
        ...varied(talk.scene, operation, names, input.body),
      ];
      for (const [label, body] of [...bodies, ...more]) {
        // What passes by is judged; what a server takes is open.
        const exchange = await talk.ask(callOf(operation, { ...input, body }, { label, intent: 'open' }));
        first ??= exchange;
      }
    }
    const hint = `name what ${id} takes as known.inputs.${id} in the target file`;
    for (const name of Object.keys(members)) {
      if (first !== undefined && !isSuccess(first)) say(name, blockedBy(first));
      else say(name, inconclusive(`nothing with ${name} was accepted by ${id}`, hint));
    }
  },
  faults: echoesFaults,
} satisfies Family<Echoes>;
