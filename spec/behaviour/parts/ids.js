// @ts-check
// Ids: `<service>.<operationId>.<family>.<aspect>`. The meaning of an id never changes, so that a reader of a report
// finds it in every later version of the document.

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
 * Assigns ids to rules. Of two equal ids the first keeps it, because it may have existed before, and the other gets a
 * further segment.
 *
 * @param {readonly Entry[]} entries of one target
 * @param {readonly string[]} prefix
 * @param {Set<string>} taken ids that the service has so far; new ones are added
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
