/** Two conversations with several turns each, that the rules on turns and on the history look at. */
import type { Exchange, Trace } from '../../../model/exchange.ts';
import { isSuccess } from '../../../model/exchange.ts';
import { seededUuid } from '../../../model/uuid.ts';
import { blocked, blockedBy } from '../../judgement.ts';
import type { Case, Judgement, Rule, Scene, Script } from '../../rule.ts';
import type { Say } from '../../shared/conversation.ts';
import { readConversationCall, readTurnCall } from '../calls.ts';
import { finishTurn, freshUser, postTurn, startConversation } from '../dialogue.ts';

/** What is posted: plain words, and texts that are easily spoilt. */
const contents = {
  a1: 'How do I get my BTC back?',
  b1: 'Ça coûte combien, 200 € ou 300 € ?',
  a2: 'Line one\nline two: "quoted", <b>bold</b> & 100 % \\ done',
  a3: '要多久？ 🚀',
  b2: 'And the fee?',
} as const;

/** Asked first in place of the third. How long a content may be is open, so this one may be refused. */
const LONG = `${contents.a3} ${'And then, what comes after that? '.repeat(12)}Thanks`;

export type TurnLabel = keyof typeof contents;

/** An id that is far beyond those in use, and that every server can read. */
const UNKNOWN_TURN = '2000000011';

/** @param say told why the talk ends early. */
function* script(scene: Scene, name: string, say: Say): Script {
  const conversations = {
    a: yield* startConversation(scene, say, { label: 'start a', user: freshUser(scene, `${name} a`), lang: 'en' }),
    b: yield* startConversation(scene, say, { label: 'start b', user: freshUser(scene, `${name} b`) }),
  };
  const { a, b } = conversations;
  if (a === null || b === null) return;
  const ids = new Map<string, string>();
  for (const [label, content] of Object.entries(contents)) {
    const { id } = label.startsWith('a') ? a : b;
    const long =
      label === 'a3' ? yield* postTurn(scene, () => undefined, id, 'post long a3', { content: LONG }, 'open') : null;
    const posted = long ?? (yield* postTurn(scene, say, id, `post ${label}`, { content }));
    if (posted === null) return;
    ids.set(label, posted.id);
    yield* finishTurn(scene, say, posted, `read ${label}`);
  }
  const idOf = (label: TurnLabel) => ids.get(label) ?? '';
  yield readTurnCall(scene, a.id, idOf('a1'), {}, { label: 'read a1 again' });
  yield readTurnCall(scene, b.id, idOf('b2'), {}, { label: 'read b2 again' });
  yield readConversationCall(scene, a.id, { label: 'history a' });
  yield readConversationCall(scene, b.id, { label: 'history b' });
  // What other ids lead to is open; a turn that was not asked for is not.
  yield readTurnCall(scene, b.id, idOf('a2'), {}, { label: 'a turn of another conversation', intent: 'open' });
  yield readTurnCall(scene, a.id, UNKNOWN_TURN, {}, { label: 'an unknown turn', intent: 'open' });
  yield readTurnCall(scene, seededUuid(scene.seed, 'nowhere'), idOf('a1'), {}, { label: 'nowhere', intent: 'open' });
}

function caseOf(id: string, operation: string, scene: Scene): Case {
  return { id: 'talk', operation, script: () => script(scene, id, () => undefined) };
}

/** Why a talk did not come to its end; null when it did. */
function cutShort({ exchanges }: Trace): Judgement | null {
  const refused = exchanges.find((exchange) => exchange.call.intent === 'valid' && !isSuccess(exchange));
  if (refused !== undefined) return blockedBy(refused);
  if (exchanges.some(({ call }) => call.label === 'nowhere')) return null;
  return exchanges.length === 0 ? blocked('nothing was asked') : blockedBy(exchanges.at(-1));
}

/**
 * A rule that looks at the talk.
 *
 * @param operation the operationId that the rule is about.
 * @param judge sees what was exchanged, as far as it went; nothing of it decides: the rule is blocked.
 */
export function talkRule(
  id: string,
  operation: string,
  judge: (exchanges: readonly Exchange[], scene: Scene) => readonly Judgement[],
): Rule {
  return {
    id,
    plan: (scene) => [caseOf(id, operation, scene)],
    judge: (trace, scene) => {
      const cut = cutShort(trace);
      const judgements = judge(trace.exchanges, scene);
      const isBroken = judgements.some(({ verdict }) => verdict === 'broken' || verdict === 'warn');
      return cut === null || isBroken ? judgements : [cut];
    },
  };
}
