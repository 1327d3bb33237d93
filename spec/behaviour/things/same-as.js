// @ts-check
// `same-as`: two operations return the same resources.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';
import { named as isNamed, namesIn } from '../parts/search.js';

export const sameAs = family({
  name: 'same-as',
  members(use) {
    const { other, options } = use.args;
    const rpc = other.includes('/');
    if (rpc && !isMethod(use.program, other)) return use.report('unknown-method', { name: other });
    const there = rpc ? undefined : use.other(other);
    if (there === null) return null;
    if (there !== undefined && (there.list === null) !== (use.operation.list === null)) {
      return use.report('list-beside-thing', { operation: use.operation.id, other });
    }
    const named = use.operation.parameters.map(({ name }) => name);
    const missing = there?.parameters.find((one) => one.in === 'path' && !named.includes(one.name));
    if (missing !== undefined) {
      const hint = `${use.operation.id} has no ${missing.name}: that what was made can be read says @readBack`;
      return use.contradiction(`${other} reads by its ${missing.name}`, hint);
    }
    for (const name of [...(options.except ?? []), ...Object.keys(options.renamed ?? {})]) {
      if (!isNamed(use.program, use.operation.answers, name)) {
        const members = namesIn(use.program, use.operation.answers).join(', ') || 'none';
        return use.report('unknown-member', { name, where: `the answer of ${use.operation.id}`, members });
      }
    }
    const { except, renamed } = options;
    return {
      ...(rpc ? { rpc: other } : { operation: other }),
      ...(except === undefined ? {} : { except }),
      ...(renamed === undefined ? {} : { renamed }),
    };
  },
  aspects(use, { rpc, operation }) {
    const other = rpc === undefined ? operation : `the RPC ${rpc.split('/')[1]}`;
    return [{ aspect: 'same', text: `${use.operation.id} and ${other} return the same things, with the same values.` }];
  },
  tell: ({ rpc, operation }) => rpc?.split('/')[1] ?? operation,
});

/** @param {import('@typespec/compiler').Program} program @param {string} name */
function isMethod(program, name) {
  const [service = '', method = ''] = name.split('/');
  const spaces = [program.getGlobalNamespaceType()];
  for (let space = spaces.pop(); space !== undefined; space = spaces.pop()) {
    if (space.interfaces.get(service)?.operations.has(method)) return true;
    spaces.push(...space.namespaces.values());
  }
  return false;
}

export const $decorators = { Behaviour: { sameAs: decorator(sameAs, ['other']) } };
