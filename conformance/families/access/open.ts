/** An operation that everybody may call needs no credential. */

import type { Talk } from '../../core/context.ts';
import type { SayOf } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, inputsHint } from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { operationOf } from '../../model/document/api.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import type { Access } from './declared.ts';
import { MADE_UP } from './overlooked.ts';
import { asksForCredentials, isSick } from './refusals.ts';
import { askedWith, visitedWith } from './requests.ts';

export async function askOpenly({ operation: id }: Access, talk: Talk, say: SayOf): Promise<void> {
  const { api, target, wallet } = talk.scene;
  const operation = operationOf(api, id);
  const { input, certain } = await askedWith(talk, operation, `${id}, open`, 'given');
  const bare =
    (await visitedWith(talk, operation, [])) ??
    (await send(talk, operation, input, 'without a credential', { credentials: 'none' }));
  // A success passes by.
  if (isSuccess(bare)) return;
  if (isSick(bare)) return say('open', blockedBy(bare));
  const breach = {
    expected: 'a successful response without a credential',
    actual: outcomeText(bare),
    about: 'open',
    exchange: bare,
  };
  if (certain && asksForCredentials(bare)) return say('open', broken(breach));
  // A server may hide what a stranger may not see: then the same request succeeds with some credential.
  const schemes = Object.keys(api.document.components.securitySchemes ?? {});
  const presented = schemes.map((name) => [name, target.credentials[name] ?? wallet.token('caller') ?? MADE_UP]);
  const fresh = await askedWith(talk, operation, `${id}, open again`, 'given');
  const options = { presented: Object.fromEntries(presented) };
  const full = schemes.length === 0 ? bare : await send(talk, operation, fresh.input, 'with a credential', options);
  if (isSuccess(full)) return say('open', broken(breach));
  const reason = `${id} returned ${outcomeText(bare)}, with and without a credential`;
  say('open', inconclusive(reason, inputsHint(id)));
}
