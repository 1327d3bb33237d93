// @ts-check
// Ids: `<service>.<operationId>.<family>.<aspect>`. An id never changes meaning, so that whoever reads one in a report
// finds it again in the document, in any later version of it.

/**
 * @typedef {{ id: string, aspect: string, level: string, text: string, source: string }} Rule
 *
 * @typedef {object} Entry
 * @property {import('./family.js').Family} family
 * @property {any} members
 * @property {import('./uses.js').Use} use
 * @property {Rule[]} rules
 */

/**
 * Gives every rule its id. When two would have the same, the first keeps it, since it may have existed before the
 * second, and a last segment distinguishes the others.
 *
 * @param {readonly Entry[]} entries of one target
 * @param {readonly string[]} prefix
 * @param {Set<string>} taken ids of the service so far; more are added
 * @returns {Entry[]}
 */
export function identified(entries, prefix, taken) {
  return entries.map((entry) => {
    const rules = entry.rules.map((rule) => {
      const short = idOf(prefix, entry.family, rule.aspect);
      const id = taken.has(short) && entry.family.tell ? `${short}.${slug(entry.family.tell(entry.members))}` : short;
      if (taken.has(id) && !entry.use.wrong) entry.use.report('id-repeated', { id });
      taken.add(id);
      return { ...rule, id };
    });
    return { ...entry, rules };
  });
}

/** @param {readonly string[]} prefix @param {import('./family.js').Family} family @param {string} aspect */
const idOf = (prefix, family, aspect) =>
  [...prefix, ...(family.bare ? [] : [family.name]), aspect.replaceAll(/[^A-Za-z0-9_-]+/g, '-')].join('.');

/** @param {string} text */
const slug = (text) => text.replaceAll(/[^A-Za-z0-9_]+/g, '-').replaceAll(/^-|-$/g, '');
