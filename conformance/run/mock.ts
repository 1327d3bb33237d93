/** The target of mocks at any address: they accept any credential of a scheme that the document has. */

import { bareService, type Target } from '../model/target.ts';
import { openContract } from './contract.ts';

/** @param urls the base address of each mock, by service */
export async function mockTarget(urls: Readonly<Record<string, string>>): Promise<Target> {
  const contract = openContract();
  const services = await Promise.all(
    Object.entries(urls).map(async ([name, url]) => {
      const { api } = await contract.service(name);
      const schemes = Object.keys(api.document.components.securitySchemes ?? {});
      const credentials = Object.fromEntries(schemes.map((one) => [one, 'any']));
      // A mock shows a change at once or never.
      return [name, { ...bareService(url), credentials, settleMs: 0 }];
    }),
  );
  return { services: Object.fromEntries(services), allowInconclusive: [] };
}
