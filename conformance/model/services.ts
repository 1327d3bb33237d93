/** The services, as the contract lists them. */
import type { ServiceName } from '@wallet-services/contract/services';

export { isServiceName, type ServiceName, serviceNames } from '@wallet-services/contract/services';

/** Where a service's endpoints are documented: the source of what the suite checks on every exchange. */
export const endpointsSource: Readonly<Record<ServiceName, string>> = {
  lending: 'document 1, Endpoints',
  comment: 'document 2, Endpoints',
  swap: 'document 2, Endpoints',
  vault: 'document 3, Endpoints',
  assistant: 'document 3, Endpoints',
};
