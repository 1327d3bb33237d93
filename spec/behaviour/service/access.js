// @ts-check
// `access`: who may call an operation, derived from `@useAuth`.

import { family } from '../parts/family.js';
import { all, any, words } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';

const key = Symbol.for('@wallet-services/behaviour.accessDeclared');

/**
 * The options of `@accessDeclared`, if the service has it.
 *
 * @type {(program: import('@typespec/compiler').Program, namespace: import('@typespec/compiler').Namespace) => object | undefined}
 */
export const accessDeclared = (program, namespace) => program.stateMap(key).get(namespace);

export const access = family({
  name: 'access',
  members(use) {
    const { access: alternatives, id } = use.operation;
    const open = alternatives.some((schemes) => schemes.length === 0);
    const needed = alternatives.filter((schemes) => schemes.length > 0);
    const need = use.args['need'];
    if (need === 'none' && !open && needed.length > 0) {
      return use.contradiction(`${id} answers without a credential`, `@useAuth wants ${describe(needed)}`);
    }
    if (need === 'credential' && open) return use.contradiction(`${id} needs a credential`, '@useAuth allows none');
    // Both are allowed, so it is not known which of them applies.
    if (open && needed.length > 0 && need === undefined) return null;
    if (need === 'none' || open) return { need: 'none', schemes: [] };
    return { need: 'credential', schemes: [...new Set(needed.flat())] };
  },
  options: (use) => accessDeclared(use.program, use.service.namespace) ?? {},
  aspects(use, { need, schemes }) {
    if (need === 'none') return [{ aspect: 'open', text: `${use.operation.id} needs no credential.` }];
    const needed = use.operation.access.filter((one) => one.length > 0);
    const spared = use.service.schemes.filter((scheme) => !schemes.includes(scheme) && wanted(use.service, scheme));
    const without = spared.length === 0 ? '' : `, and needs no ${any(spared.map(words))}`;
    /** @type {import('../parts/family.js').Aspect[]} */
    const aspects = [
      {
        aspect: 'refused',
        text: `${use.operation.id} refuses requests without a valid ${any([...new Set(needed.flat())].map(words))}.`,
      },
      { aspect: 'accepted', text: `${use.operation.id} accepts requests with ${describe(needed)}${without}.` },
    ];
    const unchanged = {
      aspect: 'unchanged',
      text: `When ${use.operation.id} refuses a credential, it changes and stores nothing.`,
    };
    return use.operation.writes ? [...aspects, unchanged] : aspects;
  },
  against(use, _, others) {
    if (others.length > 0)
      use.contradiction(`the access of ${use.operation.id} is declared`, 'it is declared a second time');
  },
});

/** @param {readonly (readonly string[])[]} alternatives */
const describe = (alternatives) =>
  any(alternatives.map((schemes) => all(schemes.map((scheme) => `a valid ${words(scheme)}`))));

/** Whether some operation of the service requires the scheme. @param {import('../parts/services.js').Service} service @param {string} scheme */
const wanted = (service, scheme) =>
  [...service.operations.values()].some(({ access: alternatives }) =>
    alternatives.some((schemes) => schemes.includes(scheme)),
  );

/** @type {(context: import('@typespec/compiler').DecoratorContext, target: import('@typespec/compiler').Namespace, options?: object) => void} */
function $accessDeclared({ program }, target, options = {}) {
  program.stateMap(key).set(target, options);
}

export const $decorators = { Behaviour: { access: decorator(access, ['need']), accessDeclared: $accessDeclared } };
