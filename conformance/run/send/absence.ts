/** Detects that a server went away during a run. */
import type { Exchange } from '../../model/exchange.ts';

/** Finds the request after which a server accepts no more connections. */
export class Absence {
  #last: string | null = null;
  /** The last request before the server went away; null while it accepts connections. */
  after: string | null = null;

  note({ call, method, url, outcome }: Exchange): void {
    const operation = call.kind === 'http' && call.operation !== null ? ` (${call.operation})` : '';
    const name = `${method} ${new URL(url).pathname}${operation}`;
    if (outcome.kind === 'answer') {
      this.#last = name;
      this.after = null;
    } else if (outcome.reason === 'closed') this.#last = name;
    else if (outcome.reason === 'unreachable') this.after ??= this.#last;
  }
}
