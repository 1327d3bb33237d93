/** The services that are mocked, and the port that each has by itself. */
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';

export { isServiceName, type ServiceName, serviceNames } from '@wallet-services/contract/services';

const FIRST_PORT = 4011;

/** The ports follow one another, in the order of the services. */
export const servicePorts = Object.fromEntries(
  serviceNames.map((service, place) => [service, FIRST_PORT + place]),
) as Readonly<Record<ServiceName, number>>;
