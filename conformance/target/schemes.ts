/** Checks the credentials of a target against the security schemes of the document. */

import { UsageError } from '@wallet-services/kit/errors';
import type { ApiModel } from '../model/document/api.ts';
import type { ServiceTarget } from '../model/target.ts';

/**
 * Every name of a security scheme must be one of the document: a credential under another name would never be sent.
 *
 * @throws UsageError that names the schemes of the service.
 */
export function checkSchemes({ service, document }: ApiModel, target: ServiceTarget): void {
  const known = Object.keys(document.components.securitySchemes ?? {});
  const members = {
    credentials: target.credentials,
    other_credentials: target.otherCredentials,
    expired_credentials: target.expiredCredentials,
    transport: target.transport ?? {},
  };
  for (const [member, values] of Object.entries(members)) {
    const wrong = Object.keys(values).find((name) => !known.includes(name));
    if (wrong === undefined) continue;
    const what = known.length === 0 ? 'has none' : `has ${known.join(' and ')}`;
    throw new UsageError(
      `services.${service}.${member}: ${service} has no security scheme ${wrong}; its document ${what}`,
    );
  }
}
