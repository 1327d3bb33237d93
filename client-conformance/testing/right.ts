/** Right clients, which must pass. */
import { addressed, type ChangedClient } from './change.ts';

/** Right clients that work differently: no step may fail. */
export const rightClients: readonly ChangedClient[] = [
  {
    name: 'writes times with an offset, and decimals with more zeros',
    steps: ['inputs.time', 'inputs.decimal', 'lists.times'],
    fetch: (url, init, next) =>
      next(url.replace(/(offset=[^&]*)Z/, '$1%2B00%3A00'), {
        ...init,
        ...(typeof init.body === 'string' ? { body: init.body.replace(/("amount":"[\d.]+)"/, '$100"') } : {}),
      }),
  },
  {
    name: 'leaves out what is null, and drops what it does not know',
    steps: ['answers.unknown-members', 'answers.null-list', 'inputs.site-header', 'inputs.query'],
    line: (line) =>
      JSON.parse(JSON.stringify(line), (name, value: unknown) =>
        value === null || name === 'x_unheard_of' ? undefined : value,
      ),
  },
  {
    name: 'does not repeat anything',
    steps: ['failures.repeat-read', 'failures.repeat-ends'],
    fetch: async (url, init, next) => {
      const answer = await next(url, init);
      // Longer than our client is willing to wait.
      return answer.status === 503 ? new Response('{}', { status: 503, headers: { 'retry-after': '3600' } }) : answer;
    },
  },
  {
    name: 'writes a duration in other units',
    steps: ['inputs.path', 'turns.not-yet'],
    fetch: addressed((url) => url.replace('dur=4320h', 'dur=4320h0m0s').replace('timeout=100ms', 'timeout=0.1s')),
  },
];
