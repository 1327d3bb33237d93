/** The services that are mocked, and the port that each has by itself. */
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';

export { isServiceName, type ServiceName, serviceNames } from '@wallet-services/contract/services';

/** The ports that the mocks have by themselves. */
export const servicePorts = portsFrom(4011);

/** Ports that follow one another, in the order of the services. */
export function portsFrom(first: number): Readonly<Record<ServiceName, number>> {
  const ports = serviceNames.map((service, place) => [service, first + place]);
  return Object.fromEntries(ports) as Record<ServiceName, number>;
}
