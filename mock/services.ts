/** The mocked services and their default ports. */
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';

export { isServiceName, type ServiceName, serviceNames } from '@wallet-services/contract/services';

/** The default ports of the mocks. */
export const servicePorts = portsFrom(4011);

/** Consecutive ports, in the order of the services. */
export function portsFrom(first: number): Readonly<Record<ServiceName, number>> {
  const ports = serviceNames.map((service, place) => [service, first + place]);
  return Object.fromEntries(ports) as Record<ServiceName, number>;
}
