/** The results of middlewares: their codes, and that one that failed has a code and says why (document 3, Errors). */
import { excerpt, type JsonObject } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { broken, inconclusive, pass, passUnless } from '../../judgement.ts';
import type { Judgement, Rule, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { type Asks, postTurn, startConversation } from '../dialogue.ts';
import { assistantKnown, type KnownMiddleware, type MiddlewareErrorName, middlewareErrorNames } from '../known.ts';
import { isEmptyError, isProcessed, resultsOf, type TurnView } from '../turn-views.ts';
import { aboutOf, missingMembers, postWith, processedViews, strangeMiddleware } from './failing.ts';

const silent = () => undefined;

interface ResultView {
  readonly result: JsonObject;
  readonly pointer: string;
  readonly view: TurnView;
}

function resultsNamed(views: readonly TurnView[], name: string): readonly ResultView[] {
  return views.flatMap((view) =>
    resultsOf(view.turn).flatMap((result, index) =>
      result['name'] === name
        ? [{ result, pointer: within(within(view.pointer, 'middleware_results'), index), view }]
        : [],
    ),
  );
}

/** The results of a middleware in a turn that ran it. */
function* resultsWith(scene: Scene, say: Say, middleware: KnownMiddleware, label: string): Asks<readonly ResultView[]> {
  const posted = yield* postWith(scene, say, middleware, label);
  return posted === null ? [] : resultsNamed(yield* processedViews(scene, say, posted, label), middleware.name);
}

/** A turn that was processed shows no result of the middleware that the target says fails. */
function* knownResults(
  scene: Scene,
  say: Say,
  middleware: KnownMiddleware,
  label: string,
): Asks<readonly ResultView[]> {
  const posted = yield* postWith(scene, say, middleware, label);
  if (posted === null) {
    say(inconclusive(`the turn with the middleware ${label} is refused`, middlewareHint(label)));
    return [];
  }
  const views = yield* processedViews(scene, say, posted, label);
  for (const view of views) {
    if (!isProcessed(view.turn) || resultsNamed([view], middleware.name).length > 0) continue;
    say(
      broken({
        expected: `a result of the middleware ${middleware.name}`,
        actual: excerpt(view.turn['middleware_results']),
        pointer: within(view.pointer, 'middleware_results'),
        about: aboutOf('result', view),
        exchange: view.exchange,
      }),
    );
  }
  return resultsNamed(views, middleware.name);
}

function middlewareHint(name: string): string {
  return `name a middleware that fails so as known.middleware_errors.${name} in the target file`;
}

function wrongResultCode({ result, pointer, view }: ResultView, code: number, meaning: string): Judgement {
  if (result['code'] === code) return pass;
  return broken({
    expected: `code ${code}: ${meaning}`,
    actual: Object.hasOwn(result, 'code') ? excerpt(result['code']) : 'it is missing',
    pointer: within(pointer, 'code'),
    about: aboutOf('code', view),
    exchange: view.exchange,
  });
}

/** A rule on one code of middleware results. */
function middlewareErrorRule(id: string, name: MiddlewareErrorName, meaning: string): Rule {
  const code = middlewareErrorNames.indexOf(name) + 1;
  return conversationRule(`assistant.middleware-errors.${id}`, (scene) => {
    const known = assistantKnown(scene).middleware_errors?.[name];
    return [
      {
        id: 'a middleware',
        operation: 'readTurn',
        *talk(_scene, say) {
          if (known !== undefined) {
            const results = yield* knownResults(scene, say, known, name);
            say(...results.map((one) => wrongResultCode(one, code, meaning)));
            return;
          }
          const results =
            name === 'unknown_name' ? yield* resultsWith(scene, silent, strangeMiddleware(scene), name) : [];
          if (results.length === 0) say(inconclusive('no middleware is known that fails so', middlewareHint(name)));
          say(...results.map((one) => wrongResultCode(one, code, meaning)));
        },
      },
    ];
  });
}

export const middlewareErrors: readonly Rule[] = [
  middlewareErrorRule('unknown-name', 'unknown_name', 'no middleware has this name'),
  middlewareErrorRule('invalid-options', 'invalid_options', 'the options of the middleware are invalid'),
  middlewareErrorRule('internal', 'internal', 'the middleware itself failed'),
  middlewareErrorRule('timed-out', 'timed_out', 'the middleware took too long'),
];

/** In a turn that went well nothing failed: `code` and `err` are set when an error occurs. */
function setWithoutError({ result, pointer, view }: ResultView): Judgement {
  const { code, err } = result;
  const isSet = [code, err].some((value) => value !== undefined && value !== null);
  const breach = {
    expected: 'neither code nor err, since the middleware did not fail',
    actual: excerpt({ code, err }),
    pointer,
    about: aboutOf('set', view),
    exchange: view.exchange,
  };
  return isSet ? broken(breach) : pass;
}

export const middlewareErrorMembers = conversationRule('assistant.middleware-results.error-members', (scene) => {
  const known = Object.entries(assistantKnown(scene).middleware_errors ?? {});
  const failing: readonly (readonly [string, KnownMiddleware])[] =
    known.length === 0 ? [['unknown_name', strangeMiddleware(scene)]] : known;
  return [
    ...failing.map(([name, middleware]) => ({
      id: name,
      operation: 'readTurn',
      *talk(_scene: Scene, say: Say) {
        const results = yield* resultsWith(scene, silent, middleware, name);
        if (results.length === 0)
          say(inconclusive('no result of a middleware that failed is seen', middlewareHint(name)));
        for (const { result, pointer, view } of results) {
          say(...passUnless(missingMembers(result, 'err', pointer, view)));
        }
      },
    })),
    {
      id: 'what went well',
      operation: 'readTurn',
      *talk(_scene: Scene, say: Say) {
        const started = yield* startConversation(scene, silent, { label: 'start' });
        const turn = started === null ? null : yield* postTurn(scene, silent, started.id, 'a turn');
        if (turn === null) return;
        const views = yield* processedViews(scene, silent, turn, 'a turn');
        const good = views.filter((view) => isEmptyError(view.turn['error']) && isProcessed(view.turn));
        const names = new Set(good.flatMap((view) => resultsOf(view.turn).map(({ name }) => String(name))));
        for (const name of names) for (const result of resultsNamed(good, name)) say(setWithoutError(result));
      },
    },
  ];
});
