/** The text of a target file: the known data, and below it, commented out, the data that would decide more. */
import { Document, isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import type { Data, Need } from './needs.ts';

/** A need, with an initial value. */
export interface Valued extends Need {
  readonly value: unknown;
}

/** A need, and the map of the document that it is added to, at a path. */
interface Placed {
  readonly map: YAMLMap;
  readonly path: readonly string[];
  readonly need: Valued;
}

/** The results of a run for one service. */
export interface Found {
  readonly service: string;
  readonly url: string;
  /** Members below the service that are now known. */
  readonly values: readonly { readonly path: readonly string[]; readonly value: unknown }[];
  readonly needs: readonly Valued[];
  readonly data: readonly Data[];
}

const BEGIN = ' ---- To decide more: fill in what you have, and remove the first "# " of its lines.';
const BEGIN_DATA =
  ' ---- Needs other data. To leave these rules undecided instead, remove the first "# " of the lines.';
const END = ' ----';

/** The text without the additions of an earlier run that are still not filled in. */
function withoutBlocks(text: string): string {
  let within = false;
  const kept = text.split('\n').filter((line) => {
    const comment = /^\s*#(.*)$/.exec(line)?.[1];
    if (comment === BEGIN || comment === BEGIN_DATA) within = true;
    const dropped = within && comment !== undefined;
    if (comment === END) within = false;
    return !dropped;
  });
  return kept.join('\n');
}

/** YAML of some members, each with a comment about its purpose. */
function block(needs: readonly Placed[]): string {
  const document = new Document({});
  for (const { path, need } of needs) document.setIn(path, document.createNode(need.value));
  for (const { path, need } of needs) {
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent) ? parent.items.find(({ key }) => `${key}` === path.at(-1)) : undefined;
    if (pair === undefined) continue;
    const count = need.checks === 1 ? '1 check' : `${need.checks} checks`;
    const key = document.createNode(path.at(-1));
    key.commentBefore = need.hints
      .map((hint) => ` ${count}: ${hint.replace(/ (in|to) the target file/, '')}`)
      .join('\n');
    pair.key = key;
  }
  return document.toString({ lineWidth: 0 }).trimEnd();
}

/** The needs, each with the deepest existing map on the way to it, and the rest of the path. */
function placed(document: Document, needs: readonly Valued[]): readonly Placed[] {
  return needs.flatMap((need) => {
    const depths = need.path.map((_, place) => need.path.length - 1 - place);
    const maps = depths.map((depth) => ({
      map: depth === 0 ? document.contents : document.getIn(need.path.slice(0, depth), true),
      depth,
    }));
    const deepest = maps.find(({ map }) => isMap(map));
    return deepest === undefined || !isMap(deepest.map)
      ? []
      : [{ map: deepest.map, path: need.path.slice(deepest.depth), need }];
  });
}

function addComment(map: { comment?: string | null | undefined }, lines: readonly string[]): void {
  map.comment = [...(map.comment ? [map.comment] : []), ...lines].join('\n');
}

/** The rules that only other data would decide, as entries to allow. */
function allow(document: Document, found: readonly Found[]): void {
  const rules = found
    .flatMap(({ data }) => data)
    .flatMap(({ hint, rules: ids }) => [`# ${hint}`, ...ids.map((id) => `- ${id}`)]);
  if (rules.length === 0) return;
  const list = document.get('allow_inconclusive');
  if (isSeq(list)) addComment(list, [BEGIN_DATA, ...rules.map((line) => ` ${line}`), END]);
  else addComment(document, [BEGIN_DATA, ' allow_inconclusive:', ...rules.map((line) => `   ${line}`), END]);
}

/**
 * The text of a target file.
 *
 * @param before the text of the target file of the run; null where the run had only addresses.
 * @param schema where editors find the JSON Schema of the file.
 */
export function targetText(before: string | null, found: readonly Found[], schema: string): string {
  const document: Document = before === null ? new Document({}) : parseDocument(withoutBlocks(before));
  if (before === null) document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  for (const { service, url, values } of found) {
    const own = [{ path: ['url'], value: url }, ...values].map(({ path, value }) => ({
      path: ['services', service, ...path],
      value,
    }));
    for (const { path, value } of own) if (!document.hasIn(path)) document.setIn(path, document.createNode(value));
  }
  const lacking = found
    .flatMap(({ service, needs }) =>
      needs.map((need) => (need.path[0] === 'sign_in' ? need : { ...need, path: ['services', service, ...need.path] })),
    )
    .filter(({ path }) => !document.hasIn(path));
  for (const [map, needs] of Map.groupBy(placed(document, lacking), ({ map }) => map)) {
    addComment(map, [
      BEGIN,
      ...block(needs)
        .split('\n')
        .map((line) => ` ${line}`),
      END,
    ]);
  }
  allow(document, found);
  return document.toString({ lineWidth: 0 });
}
