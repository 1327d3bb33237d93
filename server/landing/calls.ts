/** A call to try for each service, built from the examples of its document. */
import { type Document, exampleUrl, readDocument } from '../contract/index.ts';
import type { Service } from '../service.ts';

interface Call {
  readonly operationId: string;
  /** Name of the example, when the document has several. */
  readonly example?: string;
  readonly credential?: 'wallet' | 'application';
}

const CALLS: Readonly<Partial<Record<Service['name'], Call>>> = {
  lending: { operationId: 'listTransactions' },
  comment: { operationId: 'listComments', example: 'last-page' },
  swap: { operationId: 'listMyTransactions', credential: 'wallet' },
  vault: { operationId: 'listMyVaults', credential: 'wallet' },
  assistant: { operationId: 'searchIndexes', example: 'found', credential: 'application' },
};

/** The properties of this server that a call needs. */
export interface CallContext {
  /** Base address of the service. */
  readonly url: string;
  /** The address that returns an access token; undefined without the sandbox. */
  readonly tokenUrl: string | undefined;
  /** Headers that identify an application of the assistant. */
  readonly applicationHeaders: readonly string[];
}

/** The default call: the first GET that needs no credential. */
function openRead({ paths }: Document): string {
  const reads = Object.values(paths).flatMap(({ get }) => get ?? []);
  const open = reads.find(({ security }) => security === undefined || security.length === 0) ?? reads[0];
  return open?.operationId ?? '';
}

/** Path and query of a service's call, below its base address. */
export async function callPath(service: Service['name']): Promise<string> {
  const document = await readDocument(service);
  const { operationId, example } = CALLS[service] ?? { operationId: openRead(document) };
  return exampleUrl(document, operationId, example);
}

/** The curl command of a service's call. */
export function curlLine(
  service: Service['name'],
  path: string,
  { url, tokenUrl, applicationHeaders }: CallContext,
): string {
  const { credential } = CALLS[service] ?? {};
  const token = tokenUrl === undefined ? '<token>' : `$(curl -s '${tokenUrl}')`;
  const options =
    credential === 'wallet'
      ? [`-H "Authorization: Bearer ${token}"`]
      : credential === 'application'
        ? applicationHeaders.map((header) => `-H '${header}'`)
        : [];
  return ['curl', ...options, `'${url}${path}'`].join(' ');
}
