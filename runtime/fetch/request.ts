/** Turns a request of the Fetch API into a request of the service. */
import { type BodyLimits, brokenOff, readStream, tooLate } from '../bytes.ts';
import type { Sent } from '../request.ts';

const NOTHING = new Uint8Array();

export class FetchSent implements Sent<Request> {
  readonly request: Request;
  readonly method: string;
  readonly url: string;

  constructor(request: Request, method: string, url: string) {
    this.request = request;
    this.method = method;
    this.url = url;
  }

  header(name: string): string | undefined {
    return this.request.headers.get(name) ?? undefined;
  }

  headers(): Record<string, string> {
    return Object.fromEntries(this.request.headers);
  }

  isConsumed(): boolean {
    return this.request.bodyUsed;
  }

  async bytes(limits: BodyLimits): Promise<Uint8Array> {
    const { body } = this.request;
    return body === null ? NOTHING : readStream(body, limits);
  }

  async text({ time }: BodyLimits): Promise<string> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooLate()), time);
    });
    const text = this.request.text().catch((error: unknown) => {
      throw brokenOff(error);
    });
    try {
      return await Promise.race([text, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  signal(): AbortSignal {
    return this.request.signal;
  }

  hasLeft(): boolean {
    return this.request.signal.aborted;
  }

  /** The Fetch API does not provide the client's address. */
  address(): undefined {
    return undefined;
  }
}
