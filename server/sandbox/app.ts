/** Serves the control API: mounts the generated routes over the handlers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mount } from '@wallet-services/contract/sandbox';
import { errorHandler } from '@wallet-services/runtime/express';
import { Refusal } from '@wallet-services/runtime/refusal';
import express from 'express';
import { type ControlContext, controlHandlers } from './handlers.ts';
import { stateHandlers } from './state/handlers.ts';
import type { Worlds } from './worlds/worlds.ts';

/** Serves the control API. Request paths arrive without the base `/sandbox`. */
export function controlApp(context: ControlContext): (request: IncomingMessage, response: ServerResponse) => void {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  const onFault = (error: Error) => context.onFault(error);
  // The generated routes cannot stream, so the event stream has a route of its own.
  app.get('/worlds/:world/journal/events', (request, response) => {
    context.streams.send(context.worlds.find(request.params.world).journal, response);
  });
  mount(app, unlessGone({ ...controlHandlers(context), ...stateHandlers(context) }, context.worlds), { onFault });
  app.use(errorHandler(onFault));
  return app;
}

type Handler = (requested: { readonly path?: { readonly world_id?: string } }) => Promise<unknown>;

/** Rejects a request that fails because its world was removed or restored meanwhile; the client may repeat it. */
function unlessGone<Given extends object>(handlers: Given, worlds: Worlds): Given {
  const guarded = Object.entries(handlers as Record<string, Handler>).map(([name, handler]) => {
    const guard: Handler = async (requested) => {
      const id = requested.path?.world_id;
      const before = id === undefined ? undefined : worlds.lifeOf(id);
      try {
        return await handler(requested);
      } catch (error) {
        if (error instanceof Refusal || id === undefined || worlds.lifeOf(id) === before) throw error;
        throw new Refusal(409, `the world ${id} was removed or restored meanwhile`, {
          hint: 'ask again',
          cause: error,
        });
      }
    };
    return [name, guard];
  });
  return Object.fromEntries(guarded);
}
