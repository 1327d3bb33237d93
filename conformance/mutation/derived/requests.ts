/** Servers that accept requests that they should reject: without a valid credential, or with one invalid input. */
import { demandOf } from '../../generate/demands.ts';
import { type ApiModel, type Operation, securityScheme } from '../../model/document/api.ts';
import type { SchemaJudge } from '../../model/document/schemas.ts';
import type { InputOracle } from '../../model/judging.ts';
import { generalised } from '../../model/values/pointer.ts';
import { claimsOf } from '../../sign-in/wrong-tokens.ts';
import type { DerivedMutant, Memory } from './mutant.ts';
import { placesIn, type SchemaPlace } from './places.ts';
import type { Observation, WireAnswer } from './seen.ts';

const isJwt = (value: string) => claimsOf(value) !== null;

const isOver = (value: string) => Number(claimsOf(value)?.['exp']) < Date.now() / 1000;

/** The faults of a credential, as far as its text shows them. */
const flaws: Readonly<Record<string, (value: string | undefined, isBearer: boolean) => boolean>> = {
  missing: (value) => value === undefined,
  malformed: (value, isBearer) => value !== undefined && isBearer && !isJwt(value),
  'forged, or of another kind': (value, isBearer) =>
    value !== undefined && (!isBearer || isJwt(value)) && !isOver(value),
  expired: (value, isBearer) => value !== undefined && isBearer && isOver(value),
};

function credentialIn({ input }: Observation, api: ApiModel, scheme: string): string | undefined {
  const described = securityScheme(api, scheme);
  if (described?.type !== 'http') return input.headers[described?.name?.toLowerCase() ?? scheme];
  return input.headers['authorization']?.replace(/^\w+ */, '');
}

const unauthorized = [401, 403];

/** Mutants that accept a request with an invalid credential. */
function securityMutants(api: ApiModel, operation: Operation): readonly DerivedMutant[] {
  if (operation.security.length === 0 || operation.security.some((schemes) => schemes.length === 0)) return [];
  return [...new Set(operation.security.flat())].flatMap((scheme) => {
    const isBearer = securityScheme(api, scheme)?.type === 'http';
    const names = isBearer ? Object.keys(flaws) : ['missing', 'forged, or of another kind'];
    return names.map(
      (name): DerivedMutant => ({
        id: `${api.service} ${operation.id}: ${scheme} ${name} is accepted`,
        service: api.service,
        operation: operation.id,
        shownByOne: false,
        change: (seen, { success }) => {
          const isFlawed = flaws[name]?.(credentialIn(seen, api, scheme), isBearer) === true;
          return unauthorized.includes(seen.status) && isFlawed ? success : null;
        },
      }),
    );
  });
}

/** How an input breaks its document: absent, of another type, or in another form. */
type Fault = 'missing' | 'type' | 'form';

interface Problem {
  readonly place: string;
  readonly mutation: Fault;
}

interface Judges {
  readonly api: ApiModel;
  readonly schemas: SchemaJudge;
  readonly oracle: InputOracle;
}

/** Keywords that overlap with another one: a wrong type is reported once. */
function mutationOf(keyword: string): Fault {
  if (keyword === 'required') return 'missing';
  return keyword === 'type' || keyword === 'anyOf' ? 'type' : 'form';
}

/** The faults of the body of a request. */
function bodyProblems({ schemas }: Judges, { operation, body: text }: Observation): readonly Problem[] {
  const { body } = operation;
  if (body === null) return [];
  if (text === '') return body.required ? [{ place: 'body', mutation: 'missing' }] : [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [{ place: 'body', mutation: 'form' }];
  }
  return schemas
    .problems(body.schemaPointer, value)
    .map(({ pointer, keyword }) => ({ place: `body${generalised(pointer)}`, mutation: mutationOf(keyword) }));
}

function parameterProblems({ oracle }: Judges, { operation, input }: Observation): readonly Problem[] {
  const places = { path: input.path, query: input.query, header: input.headers };
  const headers = Object.fromEntries(
    operation.parameters.flatMap(({ name, in: place }): [string, string][] => {
      const value = place === 'header' ? input.headers[name.toLowerCase()] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return oracle.problems({ ...operation, body: null }, { ...input, headers }).map((place): Problem => {
    const [kind = '', name = ''] = place.split('/');
    const sent = kind === 'header' ? headers : places[kind === 'path' ? 'path' : 'query'];
    return { place, mutation: sent[name] === undefined ? 'missing' : 'form' };
  });
}

/** Every way in which exactly one input can be invalid. */
function problemsOf({ api, schemas }: Judges, operation: Operation): readonly Problem[] {
  const parameters = operation.parameters.flatMap(
    ({ name, in: place, required, schemaPointer }): readonly Problem[] => {
      const takesAnyText = ['***', '1.2.3', ''].every((text) => schemas.problems(schemaPointer, text).length === 0);
      const problem = (mutation: Fault): Problem => ({ place: `${place}/${name}`, mutation });
      return [
        ...(required && place !== 'path' ? [problem('missing')] : []),
        ...(takesAnyText ? [] : [problem('form')]),
      ];
    },
  );
  const { body } = operation;
  if (body === null) return parameters;
  const places = placesIn(api.document, body.schema, body.schemaPointer);
  const inBody = places.flatMap((place): readonly Problem[] => [
    // A wrong type is not in an enum either: reported once.
    ...(place.alternatives.some(({ enum: names }) => names !== undefined)
      ? []
      : [{ place: `body${place.pattern}`, mutation: 'type' } as const]),
    ...(hasForm(place) ? [{ place: `body${place.pattern}`, mutation: 'form' } as const] : []),
    ...place.alternatives
      .flatMap(({ required = [] }) => required)
      .map((name): Problem => ({ place: `body${place.pattern}/${name}`, mutation: 'missing' })),
  ]);
  const whole: readonly Problem[] = body.required
    ? [
        { place: 'body', mutation: 'missing' },
        { place: 'body', mutation: 'form' },
      ]
    : [];
  return [...parameters, ...whole, ...inBody];
}

function hasForm({ alternatives }: SchemaPlace): boolean {
  return alternatives.every(
    ({ format, pattern, enum: names, type }) =>
      (type === 'string' && (format ?? pattern) !== undefined) || names !== undefined,
  );
}

const mutantTexts: Readonly<Record<Fault, string>> = {
  missing: 'that is missing',
  type: 'of another type',
  form: 'in another form',
};

/** Statuses of rejections for reasons other than the input. */
const otherRefusals = [401, 403, 429];

function inputMutants(judges: Judges, operation: Operation): readonly DerivedMutant[] {
  const { api } = judges;
  const wanted = problemsOf(judges, operation).filter(
    ({ place }) => demandOf(api.document, operation, place) !== 'open',
  );
  return wanted.map(({ place, mutation }) => ({
    id: `${api.service} ${operation.id}: ${place} ${mutantTexts[mutation]} is accepted`,
    service: api.service,
    operation: operation.id,
    shownByOne: false,
    change: (seen: Observation, { success }: Memory): WireAnswer | null => {
      if (seen.status < 400 || otherRefusals.includes(seen.status)) return null;
      const [problem, ...others] = [...parameterProblems(judges, seen), ...bodyProblems(judges, seen)];
      return others.length === 0 && problem?.place === place && problem.mutation === mutation ? success : null;
    },
  }));
}

/** A mutant for each rejection that a service may omit. */
export function requestMutants(judges: Judges): readonly DerivedMutant[] {
  return judges.api.operations.flatMap((operation) => [
    ...securityMutants(judges.api, operation),
    ...inputMutants(judges, operation),
  ]);
}
