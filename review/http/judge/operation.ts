/** Judges what is around the schemas: operations, parameters, bodies, answers, headers, servers, schemes. */
import { type JsonObject, objectOf, segmentsOf, stableText } from '../../json.ts';
import { alternativesOf, EXAMPLES } from '../canonical/schema.ts';
import { FLOWS } from '../canonical/security.ts';
import { type Change, nothingElse, redoclyClass } from '../change.ts';
import { describeSchema, valueText } from '../describe.ts';
import type { Difference } from '../difference.ts';
import { type Context, directionAt, nodesOf, objectAt } from './context.ts';
import { judgeExamples } from './examples.ts';
import { judgeFlows } from './flows.ts';
import { isText } from './keyword.ts';

/** Judges a difference of anything but a schema. Null: it says nothing to anybody. */
export function judgeAround(difference: Difference, context: Context): Change | null {
  const { kind, typeName, property } = difference;
  const judge = kind === 'modified' ? undefined : WHOLE[typeName];
  if (judge !== undefined) return judge(difference, context);
  if (kind !== 'modified' || property === undefined) return null;
  return judgeProperty(difference, typeName, property);
}

type Judge = (difference: Difference, context: Context) => Change;

function plain(difference: Difference, kind: string, change: string): Change {
  const { base, head } = nodesOf(difference);
  return { ...nothingElse, base, head, class: redoclyClass(difference), kind, change };
}

const came = (difference: Difference) => (difference.kind === 'added' ? 'added' : 'removed');

const WHOLE: Readonly<Record<string, Judge>> = {
  Parameter: parameterCame,
  RequestBody: (difference, context) => {
    const { head } = nodesOf(difference);
    const required = objectAt(context.head, head)['required'] === true;
    const shown = plain(difference, `body-${came(difference)}`, `body ${came(difference)}`);
    return difference.kind === 'added' && required
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
  MediaTypesMap: (difference) => {
    const { base, head } = nodesOf(difference);
    const shown = plain(difference, `content-${came(difference)}`, `content ${came(difference)}`);
    // A parameter or a header has either a schema or content: it is written in another way now.
    return ['parameters', 'headers'].includes((head ?? base)?.at(-3) ?? '')
      ? { ...shown, class: 'breaking', servers: 'breaking', kind: 'serialization-changed' }
      : shown;
  },
  Response: responseCame,
  Header: (difference, context) => {
    const { head } = nodesOf(difference);
    const required = objectAt(context.head, head)['required'] === true;
    return {
      ...plain(difference, `header-${came(difference)}`, `header ${came(difference)}`),
      servers: required ? 'breaking' : 'compatible',
    };
  },
  Server: (difference) => {
    const url = objectOf((difference.revision ?? difference.base)?.value)['url'];
    return plain(difference, `server-${came(difference)}`, `base address ${String(url)} ${came(difference)}`);
  },
  ServerList: (difference) => ({
    ...plain(difference, `server-${came(difference)}`, `base addresses ${came(difference)}`),
    class: difference.kind === 'added' ? 'compatible' : 'breaking',
  }),
  SecurityScheme: schemeCame,
};

function lastOf({ base, revision }: Difference): string {
  return segmentsOf((revision ?? base)?.pointer ?? '').at(-1) ?? '';
}

function parameterCame(difference: Difference, context: Context): Change {
  const { base, head } = nodesOf(difference);
  const added = difference.kind === 'added';
  const node = added ? objectAt(context.head, head) : objectAt(context.base, base);
  const required = node['required'] === true;
  const text = node['schema'] === undefined ? null : describeSchema(node['schema']);
  return {
    ...plain(
      difference,
      `${required && added ? 'required-' : ''}parameter-${came(difference)}`,
      `${required ? 'required' : 'optional'} parameter ${came(difference)}`,
    ),
    class: added && !required ? 'compatible' : 'breaking',
    before: added ? null : text,
    after: added ? text : null,
  };
}

/**
 * A media type that comes or goes. Where a range, as in `application/*`, stands on the other side, a type that goes is
 * still allowed, and one that comes was; a range in place of one that it covers lets more be answered.
 */
function mediaTypeCame(difference: Difference, context: Context): Change {
  const { base, head } = nodesOf(difference);
  const name = lastOf(difference);
  const isGone = difference.kind === 'removed';
  const place = (base ?? head)?.slice(0, -1) ?? [];
  const others = Object.keys(objectAt(isGone ? context.head : context.base, place));
  const isAnswer = directionAt(context, difference) === 'response';
  const shown: Change = {
    ...plain(difference, `media-type-${came(difference)}`, `${name} ${came(difference)}`),
    servers: isAnswer && isGone ? 'breaking' : 'compatible',
  };
  if (others.some((other) => isRangeOf(other, name)))
    return { ...shown, class: 'compatible', servers: 'compatible', corrected: RANGED };
  return isAnswer && !isGone && others.some((other) => isRangeOf(name, other))
    ? { ...shown, class: 'breaking', corrected: 'any media type in the range may be sent now' }
    : shown;
}

const RANGED = 'a range of media types says the same';

/** Whether a range of media types holds another media type. */
function isRangeOf(range: string, type: string): boolean {
  return range !== type && range.endsWith('/*') && (range === '*/*' || type.startsWith(range.slice(0, -1)));
}

const COVERED = 'a remaining range of statuses says the same';

/** An answer that is gone breaks nobody while a range, as in `4XX`, still says the same of it. */
function responseCame(difference: Difference, context: Context): Change {
  const { base, head } = nodesOf(difference);
  const status = lastOf(difference);
  const shown = { ...plain(difference, `response-${came(difference)}`, `response ${status} ${came(difference)}`) };
  if (base === null) return head === null ? shown : responseAdded(shown, head, context);
  const range = rangeOf(status, objectAt(context.head, base.slice(0, -1)));
  const covered = range !== undefined && contentText(range) === contentText(objectAt(context.base, base));
  return covered
    ? { ...shown, class: 'compatible', servers: 'compatible', corrected: COVERED }
    : { ...shown, servers: 'breaking' };
}

const OTHERWISE = 'a range of statuses promised another body for it; if both allow the same, accept the change';

/** A status that stands in a range already has the body that the range promised, unless it is said to have another. */
function responseAdded(shown: Change, head: readonly string[], context: Context): Change {
  const range = rangeOf(head.at(-1) ?? '', objectAt(context.base, head.slice(0, -1)));
  const isOther =
    objectOf(range)['content'] !== undefined && contentText(range) !== contentText(objectAt(context.head, head));
  return isOther
    ? { ...shown, class: 'breaking', servers: 'breaking', kind: 'response-said-otherwise', corrected: OTHERWISE }
    : shown;
}

/** What a document says of a status by a range, or by default. */
function rangeOf(status: string, responses: JsonObject): unknown {
  return responses[`${status.slice(0, 1)}XX`] ?? responses['default'];
}

/** The schemas of an answer; examples do not count. */
function contentText(response: unknown): string {
  const content = Object.entries(objectOf(objectOf(response)['content']));
  return stableText(content.map(([name, media]) => [name, alternativesOf(objectOf(objectOf(media)['schema']))]));
}

function schemeCame(difference: Difference, context: Context): Change {
  const name = lastOf(difference);
  const shown: Change = {
    ...plain(difference, `scheme-${came(difference)}`, `security scheme ${came(difference)}`),
    area: 'security',
  };
  const { document } = difference.kind === 'removed' ? context.base : context.head;
  const used = JSON.stringify(objectOf(document['paths'])).includes(`${JSON.stringify(name)}:[`);
  if (!used) return { ...shown, class: 'documentation', corrected: 'no operation uses it' };
  return { ...shown, class: difference.kind === 'removed' ? 'breaking' : 'compatible' };
}

function judgeProperty(difference: Difference, typeName: string, property: string): Change {
  const before = valueText(difference.base?.value);
  const after = valueText(difference.revision?.value);
  const verb = before === null ? 'added' : after === null ? 'removed' : 'changed';
  const shown: Change = {
    ...plain(difference, 'changed', `${property} ${verb}`),
    before,
    after,
    property,
    area: typeName === 'SecurityScheme' ? 'security' : 'http',
  };
  if (property === EXAMPLES) return judgeExamples(difference);
  if (property === 'deprecated') {
    return {
      ...shown,
      class: after === null ? 'documentation' : 'compatible',
      kind: after === null ? 'deprecation-withdrawn' : 'deprecated',
      change: after === null ? 'no longer deprecated' : 'marked as deprecated: it still works, but will be removed',
      before: null,
      after: null,
    };
  }
  if (property === 'required') {
    const required = after === 'true';
    const header = typeName === 'Header';
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
  if (typeName === 'Parameter')
    return { ...shown, ...(isText(property) ? TEXT : { kind: 'serialization-changed', servers: 'breaking' }) };
  if (typeName === 'Server' && property === 'url')
    return { ...shown, kind: 'server-changed', change: 'base address changed' };
  if (property === FLOWS) return { ...shown, ...judgeFlows(before, after) };
  if (typeName === 'SecurityScheme' && !isText(property) && property !== 'bearerFormat') {
    return { ...shown, class: 'breaking', servers: 'breaking', kind: 'scheme-changed' };
  }
  return { ...shown, ...TEXT };
}

const TEXT = { class: 'documentation', kind: 'text-changed' } as const;
