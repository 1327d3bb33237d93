/** Judges everything except schemas: operations, parameters, bodies, responses, headers, servers, security schemes. */
import { asText, type JsonObject, objectOf, stableText, stringsOf } from '../../json.ts';
import { alternativesOf, EXAMPLES } from '../canonical/schema.ts';
import { FLOWS } from '../canonical/security.ts';
import { nothingElse, type Verdict, verbOf } from '../change.ts';
import { describeSchema, valueText } from '../describe.ts';
import type { Difference, NodeType } from '../difference.ts';
import { sunsetOf } from '../sunset.ts';
import { judgeExamples } from './examples.ts';
import { judgeFlows } from './flows.ts';
import { isText, judgeDeprecated, textChanged, unknownKeyword } from './keyword.ts';

/** Context of the judgement: the security schemes of operations on each side. */
export interface Documents {
  readonly used: { readonly base: ReadonlySet<string>; readonly head: ReadonlySet<string> };
}

/** Judges a difference of anything but a schema. @returns null when it has no effect on any side */
export function judgeAround(difference: Difference, documents: Documents): Verdict | null {
  const { kind, type } = difference;
  const judge = kind === 'modified' ? undefined : WHOLE[type];
  if (judge !== undefined) return judge(difference, documents);
  if (type === 'ServerVariable') return serverVariable(difference);
  if (type === 'Encoding') return encodingChanged(difference);
  return kind === 'modified' ? judgeProperty(difference) : null;
}

type Judge = (difference: Difference, documents: Documents) => Verdict;

/** The default verdict: removing a part breaks, adding one is compatible. */
function plain({ kind }: Difference, what: string, change: string): Verdict {
  return { ...nothingElse, class: kind === 'added' ? 'compatible' : 'breaking', kind: what, change };
}

const WHOLE: Partial<Readonly<Record<NodeType, Judge>>> = {
  Parameter: parameterCame,
  RequestBody: (difference) => {
    const { kind, head } = difference;
    const shown = plain(difference, `body-${kind}`, `body ${kind}`);
    return kind === 'added' && objectOf(head)['required'] === true
      ? {
          ...shown,
          class: 'breaking',
          kind: 'required-body-added',
          change: 'required body added',
          corrected: 'a request without a body is refused',
        }
      : shown;
  },
  MediaType: mediaTypeCame,
  Content: (difference) => {
    const { kind, base, head } = difference;
    const types = Object.keys(objectOf(kind === 'added' ? head : base)).join(', ');
    return plain(difference, `content-${kind}`, `content ${kind}: ${types}`);
  },
  Response: responseCame,
  Header: (difference) => ({
    ...plain(difference, `header-${difference.kind}`, `header ${difference.kind}`),
    servers: objectOf(difference.head)['required'] === true ? 'breaking' : 'compatible',
  }),
  Server: (difference) => {
    const { url } = objectOf(difference.head ?? difference.base);
    return plain(difference, `server-${difference.kind}`, `base address ${asText(url)} ${difference.kind}`);
  },
  Servers: (difference) => plain(difference, `server-${difference.kind}`, `base addresses ${difference.kind}`),
  SecurityScheme: schemeCame,
};

function parameterCame(difference: Difference): Verdict {
  const added = difference.kind === 'added';
  const node = objectOf(added ? difference.head : difference.base);
  const required = node['required'] === true;
  const text = node['schema'] === undefined ? null : describeSchema(node['schema']);
  const announced = added ? null : sunsetOf(node);
  return {
    ...plain(
      difference,
      `${required && added ? 'required-' : ''}parameter-${difference.kind}`,
      `${required ? 'required' : 'optional'} parameter ${difference.kind}`,
    ),
    class: (added && !required) || announced !== null ? 'compatible' : 'breaking',
    before: added ? null : text,
    after: added ? text : null,
    corrected: announced,
  };
}

/**
 * A media type that is added or removed. Where the other side has a range, as in `application/*`, a removed type is
 * still allowed, and an added one was allowed before; a range in place of one that it covers allows more responses.
 */
function mediaTypeCame(difference: Difference): Verdict {
  const { name, kind, owner, site } = difference;
  const isGone = kind === 'removed';
  const others = Object.keys(isGone ? owner.head : owner.base);
  const isAnswer = site.frame.direction === 'response';
  const shown: Verdict = {
    ...plain(difference, `media-type-${kind}`, `${name} ${kind}`),
    servers: isAnswer && isGone ? 'breaking' : 'compatible',
  };
  if (others.some((other) => isRangeOf(other, name)))
    return { ...shown, class: 'compatible', servers: 'compatible', corrected: RANGED };
  return isAnswer && !isGone && others.some((other) => isRangeOf(name, other))
    ? { ...shown, class: 'breaking', corrected: 'any media type in the range may be sent now' }
    : shown;
}

const RANGED = 'a range of media types says the same';

/** Whether a range of media types includes a media type. */
function isRangeOf(range: string, type: string): boolean {
  return range.endsWith('/*') && (range === '*/*' || type.startsWith(range.slice(0, -1)));
}

const COVERED = 'a remaining range of statuses says the same';

/** A removed response breaks no client while a range, as in `4XX`, still describes the same. */
function responseCame(difference: Difference): Verdict {
  const { name, kind, owner, base } = difference;
  const shown = plain(difference, `response-${kind}`, `response ${name} ${kind}`);
  if (kind === 'added') return responseAdded(shown, difference);
  const range = rangeOf(name, owner.head);
  return range !== undefined && contentText(range) === contentText(base)
    ? { ...shown, class: 'compatible', servers: 'compatible', corrected: COVERED }
    : { ...shown, servers: 'breaking' };
}

const OTHERWISE = 'a range of statuses promised another body for it; if both allow the same, accept the change';

/** A status in a range that was added: it had the range's body before, so only a different body is a change. */
function responseAdded(shown: Verdict, { name, owner, head }: Difference): Verdict {
  const range = rangeOf(name, owner.base);
  const isOther =
    Object.keys(objectOf(objectOf(range)['content'])).length > 0 && contentText(range) !== contentText(head);
  return isOther
    ? { ...shown, class: 'breaking', servers: 'breaking', kind: 'response-said-otherwise', corrected: OTHERWISE }
    : shown;
}

/** The response for a status by a range or by default. */
function rangeOf(status: string, responses: JsonObject): unknown {
  return responses[`${status.slice(0, 1)}XX`] ?? responses['default'];
}

/** The schemas of a response, without examples. */
function contentText(response: unknown): string {
  const content = Object.entries(objectOf(objectOf(response)['content']));
  return stableText(content.map(([name, media]) => [name, alternativesOf(objectOf(objectOf(media)['schema']))]));
}

function schemeCame(difference: Difference, { used }: Documents): Verdict {
  const { name, kind } = difference;
  const shown: Verdict = { ...plain(difference, `scheme-${kind}`, `security scheme ${kind}`), area: 'security' };
  const isUsed = (kind === 'removed' ? used.base : used.head).has(name);
  return isUsed ? shown : { ...shown, class: 'documentation', corrected: 'no operation uses it' };
}

/** Judges the variables of an address that a client may choose. */
function serverVariable({ name, base, head }: Difference): Verdict | null {
  const [before, after] = [valueText(base), valueText(head)];
  const [variable = '', property] = name.split('.');
  const shown = { ...nothingElse, before, after, kind: 'server-variable-changed' };
  const change = `${property} of server variable ${variable} ${verbOf(before, after)}`;
  if (property === 'description') return { ...shown, ...TEXT, change };
  // The effect of the default is judged with the address.
  if (property === 'default') return null;
  if (property !== 'enum') return unknownKeyword(shown, name);
  const [old, now] = [stringsOf(base), stringsOf(head)];
  const isLess = head !== undefined && (base === undefined || old.some((value) => !now.includes(value)));
  return { ...shown, class: isLess ? 'breaking' : 'compatible', servers: 'compatible', change };
}

/** Judges the serialization of a form's member; an added or removed member has its own change. */
function encodingChanged({ name, base, head }: Difference): Verdict {
  return unknownKeyword({ before: valueText(base), after: valueText(head) }, `encoding of ${name}`);
}

/** Properties for the serialization of parameters and headers. */
const SERIALIZATION = new Set(['style', 'explode', 'content']);
/** Properties of a security scheme that affect requests. */
const SCHEME = new Set(['type', 'scheme', 'in', 'name', 'openIdConnectUrl', 'oauth2MetadataUrl']);
/** Properties that are texts, for single kinds of nodes. */
const TEXTS: Partial<Readonly<Record<NodeType, ReadonlySet<string>>>> = {
  Root: new Set(['openapi']),
  SecurityScheme: new Set(['bearerFormat']),
};

function judgeProperty(difference: Difference): Verdict | null {
  const { type, base, head } = difference;
  const isOfPath = difference.name.startsWith('path.');
  const property = isOfPath ? difference.name.slice('path.'.length) : difference.name;
  const before = valueText(base);
  const after = valueText(head);
  const shown: Verdict = {
    ...nothingElse,
    class: 'breaking',
    kind: 'changed',
    change: `${property} ${verbOf(before, after)}`,
    before,
    after,
    area: type === 'SecurityScheme' ? 'security' : 'http',
  };
  if (property === EXAMPLES) return judgeExamples(base, head);
  if (property === FLOWS) return { ...shown, ...judgeFlows(before, after) };
  if (isText(property) || property.startsWith('info.') || TEXTS[type]?.has(property) === true) {
    return textChanged(shown, `${property.replace(/^info\./, '')}${isOfPath ? ' of the path' : ''}`);
  }
  if (property === 'deprecated') return judgeDeprecated(shown);
  if (property === 'required') return becameRequired(shown, after === 'true', type);
  if (property === 'allowEmptyValue' || property === 'allowReserved') {
    const what = property === 'allowEmptyValue' ? 'an empty value' : 'reserved characters';
    return {
      ...shown,
      class: after === null ? 'breaking' : 'compatible',
      kind: 'serialization-changed',
      change: `${what} ${after === null ? 'no longer' : 'now'} allowed`,
      before: null,
      after: null,
      corrected: after === null ? null : 'everything that was allowed still is',
    };
  }
  if (property === 'operationId')
    return { ...shown, class: before === null ? 'compatible' : 'breaking', kind: 'operation-id-changed' };
  if (SERIALIZATION.has(property)) return { ...shown, kind: 'serialization-changed', servers: 'breaking' };
  if (type === 'Server' && property === 'url')
    return { ...shown, kind: 'server-changed', change: 'base address changed' };
  if (type === 'SecurityScheme' && SCHEME.has(property)) {
    return { ...shown, servers: 'breaking', kind: 'scheme-changed' };
  }
  return { ...unknownKeyword(shown, property), area: shown.area };
}

function becameRequired(shown: Verdict, required: boolean, type: NodeType): Verdict {
  const header = type === 'Header';
  return {
    ...shown,
    class: required === header ? 'compatible' : 'breaking',
    kind: required ? 'became-required' : 'became-optional',
    change: required ? 'became required' : 'became optional',
    before: required ? 'optional' : 'required',
    after: required ? 'required' : 'optional',
    corrected: header && !required ? 'clients that read the header rely on it' : null,
  };
}

const TEXT = { class: 'documentation', kind: 'text-changed' } as const;
