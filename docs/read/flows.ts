/** Reads the sources of the diagrams, ways to sign in and lifetimes, and checks them against the contract. */
import { operationsOf } from '@wallet-services/generators/document';
import { Failure } from '@wallet-services/kit/errors';
import { parse } from 'yaml';
import type { ServiceContract } from './contract.ts';
import { textOf } from './repository.ts';

const [LIFETIMES, SIGN_INS] = ['docs/lifetimes.yaml', 'docs/sign-ins.yaml'];

/** A transition between two states and its cause. `start` and `end` are not states. */
type Transition = readonly [from: string, to: string, by: string];

export interface Lifetime {
  readonly id: string;
  readonly title: string;
  readonly service: string;
  /** The schema with the names of the states. */
  readonly enum?: string;
  /** The open question that `chosen` answers. */
  readonly question?: string;
  /** The transitions in the documents. */
  readonly documented?: readonly Transition[];
  /** The transitions of the reference server. */
  readonly chosen?: readonly Transition[];
}

export interface SignIn {
  readonly id: string;
  readonly title: string;
  readonly caption: string;
  readonly steps: readonly (readonly [from: string, to: string, text: string, operation?: string])[];
}

function serviceOf(name: string, services: readonly ServiceContract[]): ServiceContract {
  const found = services.find((service) => service.name === name);
  if (found === undefined) throw new Failure(`there is no service ${name}`);
  return found;
}

/** Reads the lifetimes. @throws Failure when one has other states than its schema, or answers no open question */
export async function readLifetimes(services: readonly ServiceContract[]): Promise<readonly Lifetime[]> {
  const lifetimes: readonly Lifetime[] = parse(await textOf(LIFETIMES));
  for (const { id, service, enum: schema, question, chosen = [] } of lifetimes) {
    const { document, questions } = serviceOf(service, services);
    if (question !== undefined && !questions.some((one) => one.id === question)) {
      throw new Failure(`${LIFETIMES}: ${id} names ${question}, which is not an open question`);
    }
    const states = new Set(
      chosen.flatMap((step) => [step[0], step[1]]).filter((state) => !/^(?:start|end)$/.test(state)),
    );
    const named = schema === undefined ? states : new Set(statesOf(document.components?.schemas?.[schema]));
    if (states.symmetricDifference(named).size > 0) {
      throw new Failure(`${LIFETIMES}: ${id} has the states ${[...states]}, and ${schema} has ${[...named]}`);
    }
  }
  return lifetimes;
}

function statesOf(schema: unknown): readonly string[] {
  return typeof schema === 'object' && schema !== null && 'enum' in schema ? (schema.enum as string[]) : [];
}

/** Reads the ways to sign in. @throws Failure when one calls an operation that the contract does not have */
export async function readSignIns(services: readonly ServiceContract[]): Promise<readonly SignIn[]> {
  const signIns: readonly SignIn[] = parse(await textOf(SIGN_INS));
  for (const [, , text, called] of signIns.flatMap(({ steps }) => steps)) {
    if (called === undefined) continue;
    const [name = '', operationId] = called.split(' ');
    const found = operationsOf(serviceOf(name, services).document).find(
      ({ operation }) => operation.operationId === operationId,
    );
    if (found === undefined || !text.startsWith(`${found.method.toUpperCase()} ${found.path}`)) {
      throw new Failure(`${SIGN_INS}: "${text}" is not ${called}`);
    }
  }
  return signIns;
}
