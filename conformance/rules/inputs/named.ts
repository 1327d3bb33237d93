/** Tells whether the server itself named what a request is about, so that it must be there. */
import type { Input } from '../../model/call.ts';
import { type Call, type Exchange, successJson } from '../../model/exchange.ts';

/** Goes on as another script does, and keeps what it was answered. */
export function* recorded<Result>(
  script: Generator<Call, Result, Exchange>,
  kept: Exchange[],
): Generator<Call, Result, Exchange> {
  let step = script.next();
  while (step.done !== true) {
    const exchange: Exchange = yield step.value;
    kept.push(exchange);
    step = script.next(exchange);
  }
  return step.value;
}

/** Members by which things are named: `id`, `slug`, `follow_id`, `base_asset_id`. */
const NAMING = /(^|_)(id|slug)$/;

function names(json: unknown, value: string): boolean {
  if (Array.isArray(json)) return json.some((item) => names(item, value));
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(
    ([member, inner]) => (NAMING.test(member) && String(inner) === value) || names(inner, value),
  );
}

/** Whether successful answers name everything in the path of an input; false where the path names nothing. */
export function isNamed({ path }: Input, exchanges: readonly Exchange[]): boolean {
  const values = Object.values(path);
  const answers = exchanges.map(successJson).filter((json) => json !== undefined);
  return values.length > 0 && values.every((value) => answers.some((json) => names(json, value)));
}
