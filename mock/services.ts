/** The services that are mocked, in the order of their ports, each with the port it has by itself. */
export const servicePorts = {
  lending: 4011,
  comment: 4012,
  swap: 4013,
  vault: 4014,
  assistant: 4015,
} as const;

/** One of the five services of the contract. */
export type ServiceName = keyof typeof servicePorts;

/** Every service, in the order of their ports. */
export const serviceNames: readonly ServiceName[] = ['lending', 'comment', 'swap', 'vault', 'assistant'];

/** Whether `name` is the name of a service. */
export function isServiceName(name: string): name is ServiceName {
  return serviceNames.some((service) => service === name);
}
