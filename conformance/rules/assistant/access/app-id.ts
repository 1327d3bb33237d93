/** Every operation wants the application's id. */
import type { CallOptions } from '../../../model/call.ts';
import type { Rule, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import type { Asking } from '../calls.ts';
import { type Asks, strangeUuid } from '../dialogue.ts';
import { needsSecret, prepare, strangeRequest, whoFor } from './prepared.ts';
import { mustRefuse, UNKNOWN } from './refusal.ts';

const ID_HEADER = 'x-assistant-appid';

/** Requests without a right application id; where a secret is needed, with a right one. */
function withoutId(scene: Scene, operation: string): readonly Asking[] {
  const options: CallOptions = needsSecret(scene, operation)
    ? { label: '', intent: 'open', credentials: whoFor(operation, scene), schemes: ['AppSecret'] }
    : { label: '', intent: 'open', credentials: 'none', schemes: [] };
  return [
    { ...options, label: 'no credentials at all', credentials: 'none', schemes: [] },
    ...(needsSecret(scene, operation) ? [{ ...options, label: 'a secret and no application id' }] : []),
    { ...options, label: 'an empty application id', headers: { [ID_HEADER]: '' } },
    { ...options, label: UNKNOWN, headers: { [ID_HEADER]: strangeUuid(scene, 'application') } },
  ];
}

function* askWithoutId(operation: string, scene: Scene, say: Say): Asks<void> {
  const { AppId: id, AppSecret: secret } = scene.target.credentials;
  const isKnown = id !== undefined && (secret !== undefined || !needsSecret(scene, operation));
  const prepared = isKnown ? yield* prepare(operation, scene, say, 'app-id') : strangeRequest(scene, operation);
  if (prepared === null) return;
  for (const asking of withoutId(scene, operation)) {
    say(mustRefuse(yield prepared.send(asking), asking.label, isKnown));
  }
  if (isKnown && prepared.tidy !== undefined) yield* prepared.tidy();
}

/** Every operation without an application id, with an empty one, and with one that nobody has. */
export const appId: Rule = conversationRule('assistant.auth.app-id', (scene) =>
  scene.api.operations.map(({ id }) => ({
    id,
    operation: id,
    // A server that does not ask for the id might reset whom it will.
    ...(id === 'resetIndexes' ? { alone: true } : {}),
    talk: (_scene: Scene, say: Say) => askWithoutId(id, scene, say),
  })),
);
