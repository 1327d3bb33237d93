/** The control API: the generated routes over the handlers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mount } from '@wallet-services/contract/sandbox';
import { errorHandler } from '@wallet-services/runtime/express';
import express from 'express';
import { type ControlContext, controlHandlers } from './handlers.ts';
import { stateHandlers } from './state/handlers.ts';

/** Serves the control API; the base is cut off before. */
export function controlApp(context: ControlContext): (request: IncomingMessage, response: ServerResponse) => void {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  const onFault = (error: Error) => context.onFault(error);
  mount(app, { ...controlHandlers(context), ...stateHandlers(context) }, { onFault });
  app.use(errorHandler(onFault));
  return app;
}
