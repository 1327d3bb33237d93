/** Models behind an HTTP endpoint with the API of OpenAI's chat completions. */
import type { OpenAiModel } from '../../../config/options.ts';
import { TurnFault } from '../turn-fault.ts';
import type { Model, ModelAnswer, ModelRequest } from './model.ts';

const DEFAULT_TIMEOUT = 30_000;

/** Largest answer that is read, in bytes. */
const LONGEST_ANSWER = 1_048_576;

/** @param environment where the key named by `api_key_env` is read, at each turn */
export function openAiModel(options: OpenAiModel, environment: Readonly<Record<string, string | undefined>>): Model {
  return async (request, signal) => {
    const url = completionsUrl(options.base_url);
    const key = apiKey(options, environment);
    const timeout = options.timeout_ms ?? DEFAULT_TIMEOUT;
    const late = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(bodyOf(options, request)),
        // A redirect would send the key to another address.
        redirect: 'error',
        signal: AbortSignal.any([late, signal]),
      });
      return answerOf(await textOf(response));
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) throw new TurnFault(4, `the model did not respond within ${timeout} ms`);
      throw error instanceof TurnFault ? error : new TurnFault(4, 'the model cannot be reached');
    }
  };
}

function completionsUrl(base: string): URL {
  const url = URL.parse(`${base.replace(/\/+$/, '')}/chat/completions`);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new TurnFault(3, 'the base_url of the model is not an http or https URL');
}

function apiKey(
  { api_key, api_key_env }: OpenAiModel,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (api_key !== undefined || api_key_env === undefined) return api_key;
  const key = environment[api_key_env];
  if (key === undefined || key === '') {
    throw new TurnFault(3, `the model has no API key: the environment variable ${api_key_env} is not set`);
  }
  return key;
}

function bodyOf({ model }: OpenAiModel, { messages, temperature }: ModelRequest): object {
  return { model, messages, stream: false, ...(temperature === undefined ? {} : { temperature }) };
}

/** Reads the text of a successful answer. The text of a failure is dropped, because it may quote the key. */
async function textOf(response: Response): Promise<string> {
  if (response.ok) return boundedText(response);
  await response.body?.cancel();
  switch (response.status) {
    case 401:
    case 403:
      throw new TurnFault(3, 'the model refused the API key');
    case 404:
      throw new TurnFault(7, 'the endpoint has no such model');
    default:
      throw new TurnFault(4, `the model answered with HTTP status ${response.status}`);
  }
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > LONGEST_ANSWER) throw new TurnFault(4, `the model answered more than ${LONGEST_ANSWER} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The used members of a chat completion; any may be missing. */
interface Completion {
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown };
}

function answerOf(text: string): ModelAnswer {
  const completion = parsed(text);
  const content = completion?.choices?.[0]?.message?.content;
  if (typeof content !== 'string') throw new TurnFault(4, 'the model did not respond with a chat completion');
  const prompt = completion?.usage?.prompt_tokens;
  const answer = completion?.usage?.completion_tokens;
  if (!isCount(prompt) || !isCount(answer)) return { text: content };
  return { text: content, usage: { prompt, completion: answer } };
}

function parsed(text: string): Completion | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
