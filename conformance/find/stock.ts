/** Puts things into a list that has too few to tell anything by. */
import { type ApiModel, type Operation, operationOf } from '../model/api.ts';
import { callOf, type Input } from '../model/call.ts';
import { isSuccess } from '../model/exchange.ts';
import type { Talk } from '../rules/rule.ts';
import { freshInput } from './find.ts';
import { freshBody } from './texts.ts';

/** Operations whose things a list holds: as they are declared to be read back, or since they write where it is read. */
function makersFor(api: ApiModel, list: Operation): readonly Operation[] {
  const declared = api.declarations.flatMap(({ family, lists, operation }) =>
    family === 'read-back' && operation !== null && Array.isArray(lists) && lists.includes(list.id) ? [operation] : [],
  );
  const beside = api.operations.filter(({ method, path }) => method === 'POST' && path === list.path);
  return [...new Set([...declared, ...beside.map(({ id }) => id)])].map((id) => operationOf(api, id));
}

/** What a request chooses must be chosen in the list too. */
function listInput({ parameters }: Operation, base: Input, made: Input): Input {
  const shared = (place: 'query' | 'header', values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).filter(([name]) =>
        parameters.some((one) => one.in === place && one.name.toLowerCase() === name.toLowerCase()),
      ),
    );
  return {
    ...base,
    path: { ...base.path, ...made.path },
    query: { ...base.query, ...shared('query', made.query) },
    headers: { ...base.headers, ...shared('header', made.headers) },
  };
}

/**
 * Makes so many things, all in one place of their own, where the list can be chosen; the inputs that list them. Null where
 * nothing is known that makes them, it is refused, or this run only reads.
 */
export async function stocked(talk: Talk, id: string, base: Input, count: number): Promise<Input | null> {
  const { scene, ask } = talk;
  if (scene.readOnly === true) return null;
  const list = operationOf(scene.api, id);
  for (const maker of makersFor(scene.api, list)) {
    const first = await freshInput(talk, maker.id, { name: `${id} 1` });
    if (first === null) continue;
    let made = 0;
    for (let number = 1; number <= count; number += 1) {
      const body = freshBody(scene, maker, first.body, `${id} ${number}`);
      const input: Input = { ...first, ...(body === undefined ? {} : { body }) };
      const exchange = await ask(callOf(maker, input, { label: `${number} for ${id}`, intent: 'open' }));
      if (!isSuccess(exchange)) break;
      made += 1;
    }
    if (made > 0) return listInput(list, base, first);
  }
  return null;
}
