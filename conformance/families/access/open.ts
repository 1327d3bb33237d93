/** An operation that everybody may call needs no credential. */

import type { CheckContext } from '../../core/context.ts';
import type { ReportAspect } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, inputsHint } from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { operationOf } from '../../model/document/api.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import type { Access } from './declared.ts';
import { MADE_UP } from './overlooked.ts';
import { demandsCredentials, isSick } from './refusals.ts';
import { sentWith, visitedWith } from './requests.ts';

export async function sendOpenly({ operation: id }: Access, ctx: CheckContext, report: ReportAspect): Promise<void> {
  const { api, target, wallet } = ctx.suite;
  const operation = operationOf(api, id);
  const { input, certain } = await sentWith(ctx, operation, `${id}, open`, 'given');
  const bare =
    (await visitedWith(ctx, operation, [])) ??
    (await send(ctx, operation, input, 'without a credential', { credentials: 'none' }));
  // A success passes by.
  if (isSuccess(bare)) return;
  if (isSick(bare)) return report('open', blockedBy(bare));
  const breach = {
    expected: 'a successful response without a credential',
    actual: outcomeText(bare),
    about: 'open',
    exchange: bare,
  };
  if (certain && demandsCredentials(bare)) return report('open', broken(breach));
  // A server may hide what callers without a credential may not see: then the same request succeeds with some credential.
  const schemes = Object.keys(api.document.components.securitySchemes ?? {});
  const presented = schemes.map((name) => [name, target.credentials[name] ?? wallet.token('caller') ?? MADE_UP]);
  const fresh = await sentWith(ctx, operation, `${id}, open again`, 'given');
  const options = { presented: Object.fromEntries(presented) };
  const full = schemes.length === 0 ? bare : await send(ctx, operation, fresh.input, 'with a credential', options);
  if (isSuccess(full)) return report('open', broken(breach));
  const reason = `${id} returned ${outcomeText(bare)}, with and without a credential`;
  report('open', inconclusive(reason, inputsHint(id)));
}
