/** Puts the target's credentials on a request, as the document's security schemes say. */
import { type ApiModel, securityScheme } from '../model/api.ts';
import type { CredentialUse } from '../model/exchange.ts';
import type { ServiceTarget } from '../target/target.ts';

/** The headers that carry the credentials of the given schemes. */
export function credentialHeaders(
  api: ApiModel,
  target: ServiceTarget,
  schemes: readonly string[],
  use: CredentialUse,
): Readonly<Record<string, string>> {
  if (use === 'none') return {};
  const values = {
    given: target.credentials,
    other: target.otherCredentials,
    expired: target.expiredCredentials,
  }[use];
  const headers = schemes.flatMap((name): [string, string][] => {
    const [value, scheme] = [values[name], securityScheme(api, name)];
    if (value === undefined || scheme === undefined) return [];
    return scheme.type === 'http'
      ? [['authorization', `Bearer ${value}`]]
      : [[scheme.name?.toLowerCase() ?? name, value]];
  });
  return Object.fromEntries(headers);
}
