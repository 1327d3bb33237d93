/** Puts the target's credentials on a request. */

import { type Carried, carried, carrierOf } from '../../model/carrier.ts';
import { type ApiModel, securityScheme } from '../../model/document/api.ts';
import type { HttpCall } from '../../model/exchange.ts';
import type { Credentials, ServiceTarget } from '../../model/target.ts';

/**
 * The parts that carry the credentials of a call: the target's for its schemes, and those that the call presents
 * instead.
 */
export function credentialsOn(
  api: ApiModel,
  target: ServiceTarget,
  { schemes, credentials, presented = {} }: Pick<HttpCall, 'schemes' | 'credentials' | 'presented'>,
): Carried {
  const values: Credentials = {
    none: {},
    given: target.credentials,
    other: target.otherCredentials,
    expired: target.expiredCredentials,
  }[credentials];
  const meant: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(values).filter(([name]) => schemes.includes(name))),
    ...presented,
  };
  return carried(
    Object.entries(meant).flatMap(([name, value]) => {
      const scheme = securityScheme(api, name);
      return scheme === undefined ? [] : [{ carrier: carrierOf(scheme, target.transport?.[name]), value }];
    }),
  );
}
