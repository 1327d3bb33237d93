// @ts-check
// `read-back`: a resource that an operation creates can be read afterwards.

import { keyOf } from '../lists/list.js';
import { family } from '../parts/family.js';
import { all } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';
import { alternatives, hasMember, lastName, membersOf, pointerOf, segments, typesAt } from '../parts/types.js';

/**
 * The members that a PATCH can change: it changes the members that it names, and keeps the rest.
 *
 * @param {import('../parts/uses.js').Use} use
 * @param {string} parameter the parameter that identifies the resource for a read
 * @param {string} thing pointer to the resource in the answer
 * @returns {string[]}
 */
function changeable({ program, operation: { patches, parameters, answers, body } }, parameter, thing) {
  if (!patches || body === undefined || !parameters.some(({ name }) => name === parameter)) return [];
  const whole = typesAt(program, answers, thing);
  const members = alternatives(body).flatMap((one) => [...membersOf(program, one)]);
  // With a single member, nothing can be omitted.
  if (members.length < 2) return [];
  return members.flatMap(([name, { optional }]) => (optional && hasMember(program, whole, name) ? [name] : []));
}

export const readBack = family({
  name: 'read-back',
  members(use) {
    const { read, options } = use.args;
    const payload = use.payload();
    const key = () => keyOf(use.program, options.from === undefined ? (use.at(payload) ?? []) : []) || 'id';
    const { id = `${payload}/${key()}`, from, members, lists } = options;
    const other = use.other(read);
    if (other === null || (from === undefined && use.at(id) === null)) return null;
    if (!use.operation.writes) return use.contradiction(`${use.operation.id} makes what is read`, 'it only reads');
    // When no operation reads a single one, the list is used.
    const isListed = other.list !== null;
    const parameter = isListed
      ? undefined
      : options.parameter === undefined
        ? use.pathParameter(other)
        : use.parameter(options.parameter, other, ['path']);
    if (parameter === null) return null;
    // The request has the id in its path, or in its body.
    const isInPath = use.operation.parameters.some(({ name }) => name === parameter?.name);
    if (from === 'request' && !isInPath && use.bodyMember(segments(id)[0] ?? '') === null) return null;
    if (isListed && options.parameter !== undefined)
      return use.contradiction(`${other.id} is a list`, `${options.parameter} is to take an id there`);
    const thing = pointerOf(segments(id).slice(0, -1));
    const keeps = options.keeps ?? (parameter === undefined ? [] : changeable(use, parameter.name, thing));
    for (const name of from === undefined ? [...(members ?? []), ...keeps] : [])
      if (use.at(`${thing}/${name}`) === null) return null;
    if (keeps.length > 0 && !isInPath)
      return use.contradiction(
        `${use.operation.id} keeps ${keeps.join(', ')}`,
        'its path names nothing that was there',
      );
    const every = isListed ? [other.id, ...(lists ?? [])] : lists;
    for (const list of lists ?? []) {
      const listing = use.other(list);
      if (listing === null) return null;
      if (listing.list === null) return use.report('not-a-list', { operation: list });
    }
    return {
      ...(parameter === undefined ? {} : { read: other.id, parameter: parameter.name }),
      id,
      ...(from === undefined ? {} : { from }),
      ...(members === undefined ? {} : { members }),
      ...(every === undefined ? {} : { lists: every }),
      ...(keeps.length === 0 ? {} : { keeps }),
    };
  },
  aspects(use, { read, id, from, lists, keeps }) {
    const at = pointerOf(segments(id).slice(0, -1));
    const shown = use.thing(at);
    const thing = from !== undefined && shown === 'response' ? 'new item' : shown;
    const names = {
      location: 'the last part of the Location of the answer',
      request: `the ${lastName(id)} of the request`,
    };
    const name = names[/** @type {keyof typeof names} */ (from)] ?? `its ${lastName(id)}`;
    const told = {
      readable:
        read &&
        `The ${thing} can be read by ${name} with ${read}, as it was ${from === undefined ? 'returned' : 'made'}.`,
      listed: lists && `The ${thing} is then in the list of ${all(lists)}.`,
      kept: keeps && `What the request leaves out of the ${thing} stays as it was: ${keeps.join(', ')}.`,
    };
    return Object.entries(told).flatMap(([aspect, text]) => (text === undefined ? [] : [{ aspect, text }]));
  },
  tell: ({ read, lists }) => read ?? lists[0],
});

export const $decorators = { Behaviour: { readBack: decorator(readBack, ['read']) } };
