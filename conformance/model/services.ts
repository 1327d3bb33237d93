/** The five services, in the order in which they are reported. */
export const serviceNames = ['lending', 'comment', 'swap', 'vault', 'assistant'] as const;

/** One of the five services. */
export type ServiceName = (typeof serviceNames)[number];

/** Tells whether a text names a service. */
export function isServiceName(text: string): text is ServiceName {
  return serviceNames.some((name) => name === text);
}

/** Where a service's endpoints are documented: the source of what the suite checks on every exchange. */
export const endpointsSource: Readonly<Record<ServiceName, string>> = {
  lending: 'document 1, Endpoints',
  comment: 'document 2, Endpoints',
  swap: 'document 2, Endpoints',
  vault: 'document 3, Endpoints',
  assistant: 'document 3, Endpoints',
};
