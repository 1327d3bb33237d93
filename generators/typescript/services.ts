/** Writes the list of services. */
import { header, literal } from './text.ts';

/** @returns the text of `services.ts` */
export function writeServices(services: Iterable<string>): string {
  return `${header}/** The services of the contract, in the order in which they are reported. */
export const serviceNames = ${literal([...services])} as const;

/** The name of a service, and of its folder wherever each service has one. */
export type ServiceName = (typeof serviceNames)[number];

/** Whether a text is the name of a service. */
export function isServiceName(text: string): text is ServiceName {
  return serviceNames.some((name) => name === text);
}
`;
}
