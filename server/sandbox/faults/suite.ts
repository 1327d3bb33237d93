/**
 * Loads the faulty servers of the conformance suite, where it is installed. The suite is tested against this server, so
 * the server must not depend on it: the suite is imported dynamically by its package name.
 */
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import type { Fault } from '@wallet-services/kit/exchange';
import { Refusal } from '@wallet-services/runtime/refusal';

/** A faulty server that can be requested by name. */
export interface NamedFault {
  readonly service: ServiceName;
  readonly name: string;
  readonly rule: string;
  readonly text: string | undefined;
  readonly operation: string | undefined;
  readonly make: () => Fault;
}

/** Which values of an answer become wrong, and how. */
export interface WrongValue {
  readonly at: string;
  readonly which: 'all' | 'first' | 'last';
  readonly to?: unknown;
  readonly change?: 'other' | 'gone' | undefined;
}

/** The exports of `@wallet-services/conformance/mutants`. */
export interface Suite {
  catalogueOf(service: ServiceName): Promise<readonly NamedFault[]>;
  withWrongValues(json: unknown, wrong: WrongValue): unknown;
}

const SUITE = '@wallet-services/conformance/mutants';

let suite: Promise<Suite> | undefined;
let catalogue: Promise<readonly NamedFault[]> | undefined;

/** @throws Refusal 409 when the suite is not installed */
export function loadSuite(): Promise<Suite> {
  const name: string = SUITE;
  suite ??= import(name).catch((cause: unknown) => {
    suite = undefined;
    throw new Refusal(409, 'the faulty servers of the conformance suite are not installed', {
      hint: 'run npm install @wallet-services/conformance where the server is installed',
      cause,
    });
  });
  return suite;
}

/** Loads the faulty servers of all services. @throws Refusal 409 when the suite is not installed */
export function loadCatalogue(): Promise<readonly NamedFault[]> {
  catalogue ??= loadSuite()
    .then(({ catalogueOf }) => Promise.all(serviceNames.map(catalogueOf)))
    .then((each) => each.flat())
    .catch((error: unknown) => {
      catalogue = undefined;
      throw error;
    });
  return catalogue;
}
