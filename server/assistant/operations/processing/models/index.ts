/** Creates the models of the configuration. */
import type { ModelOptions } from '../../../config/options.ts';
import { echoModel } from './echo.ts';
import { faultyModel } from './faulty.ts';
import type { Model } from './model.ts';
import { openAiModel } from './openai.ts';

export type { ChatMessage, Model, ModelAnswer, ModelRequest } from './model.ts';

/** @param environment where the API keys are looked up */
export function modelOf(options: ModelOptions, environment: Readonly<Record<string, string | undefined>>): Model {
  switch (options.kind) {
    case 'echo':
      return echoModel;
    case 'faulty':
      return faultyModel(options);
    case 'openai':
      return openAiModel(options, environment);
  }
}
