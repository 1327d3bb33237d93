/** Writes the list of services. */
import { header, literal } from './text.ts';

/** @returns the text of `services.ts` */
export function writeServices(services: Iterable<string>): string {
  return `${header}/** The services of the contract, in the order in which they are reported. */
export const serviceNames = ${literal([...services])} as const;

/** A service: a folder name in every room that has a part for each. */
export type ServiceName = (typeof serviceNames)[number];

/** Tells whether a text names a service. */
export function isServiceName(text: string): text is ServiceName {
  return serviceNames.some((name) => name === text);
}
`;
}
