/** Judges the OAuth flows of a security scheme. */
import { type ChangeClass, gravestOf } from '../../finding.ts';
import { type JsonObject, objectOf, stableText } from '../../json.ts';
import type { Verdict } from '../change.ts';
import { valueText } from '../describe.ts';

interface Step {
  readonly class: ChangeClass;
  readonly servers: ChangeClass;
  readonly words: string;
}

/** Judges the changes of the flows, which are given as JSON text by name. */
export function judgeFlows(
  before: string | null,
  after: string | null,
): Pick<Verdict, 'class' | 'servers' | 'change' | 'kind' | 'before' | 'after'> {
  const [old, now] = [before, after].map((text) => objectOf(JSON.parse(text ?? '{}')));
  const steps = names(old, now).flatMap((name) => flowSteps(name, old?.[name], now?.[name]));
  const grade = gravestOf(steps.map((step) => step.class));
  return {
    kind: grade === 'documentation' ? 'text-changed' : 'scheme-changed',
    class: grade,
    servers: gravestOf(steps.map(({ servers }) => servers)),
    change: steps.map(({ words }) => words).join('; '),
    ...valuesOf(old ?? {}, now ?? {}),
  };
}

/** The changed parts of each flow. */
function valuesOf(old: JsonObject, now: JsonObject): Pick<Verdict, 'before' | 'after'> {
  const changed = names(old, now).flatMap((flow) => {
    const [before, after] = [objectOf(old[flow]), objectOf(now[flow])];
    return names(before, after)
      .filter((name) => stableText(before[name]) !== stableText(after[name]))
      .map((name) => ({ label: `${flow} ${name}`, before: before[name], after: after[name] }));
  });
  const text = (side: 'before' | 'after') => {
    const lines = changed.filter((one) => one[side] !== undefined);
    return lines.length === 0 ? null : lines.map((one) => `${one.label}: ${valueText(one[side])}`).join('; ');
  };
  return { before: text('before'), after: text('after') };
}

function names(...objects: readonly (JsonObject | undefined)[]): readonly string[] {
  return [...new Set(objects.flatMap((one) => Object.keys(one ?? {})))];
}

function flowSteps(flow: string, before: unknown, after: unknown): readonly Step[] {
  if (before === undefined) return [{ class: 'compatible', servers: 'compatible', words: `flow ${flow} added` }];
  if (after === undefined) return [{ class: 'breaking', servers: 'compatible', words: `flow ${flow} removed` }];
  const { scopes: oldScopes, ...oldAddresses } = objectOf(before);
  const { scopes: newScopes, ...newAddresses } = objectOf(after);
  const addresses = names(oldAddresses, newAddresses)
    .filter((name) => stableText(oldAddresses[name]) !== stableText(newAddresses[name]))
    .map((name): Step => {
      if (name.startsWith('x-'))
        return { class: 'documentation', servers: 'documentation', words: `${name} of ${flow} changed` };
      const isNew = oldAddresses[name] === undefined;
      const isGone = newAddresses[name] === undefined;
      return {
        class: isNew ? 'compatible' : 'breaking',
        servers: isNew || isGone ? 'compatible' : 'breaking',
        words: `${name} of ${flow} ${isNew ? 'added' : isGone ? 'removed' : 'changed'}`,
      };
    });
  return [...addresses, ...scopeSteps(objectOf(oldScopes), objectOf(newScopes))];
}

function scopeSteps(before: JsonObject, after: JsonObject): readonly Step[] {
  return names(before, after).flatMap((scope): readonly Step[] => {
    if (stableText(before[scope]) === stableText(after[scope])) return [];
    if (before[scope] === undefined)
      return [{ class: 'compatible', servers: 'compatible', words: `scope ${scope} is offered` }];
    if (after[scope] === undefined)
      return [{ class: 'breaking', servers: 'compatible', words: `scope ${scope} is no longer offered` }];
    return [{ class: 'documentation', servers: 'documentation', words: `description of scope ${scope} changed` }];
  });
}
