/** The services that are checked: those of the contract, and any other that has a document. */
import { type ServiceName as ContractService, isServiceName, serviceNames } from '@wallet-services/contract/services';

export { type ContractService, isServiceName, serviceNames };

/** A service of the contract, or the name that the document of another one gives it. */
export type ServiceName = string;

const sources: Readonly<Partial<Record<ServiceName, string>>> = {
  lending: 'document 1, Endpoints',
  comment: 'document 2, Endpoints',
  swap: 'document 2, Endpoints',
  vault: 'document 3, Endpoints',
  assistant: 'document 3, Endpoints',
};

/** Where a service's endpoints are documented: the source of what the suite checks on every exchange. */
export function endpointsSource(service: ServiceName): string {
  return sources[service] ?? 'the document';
}
