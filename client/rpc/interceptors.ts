/** The interceptors of the RPC clients. */
import type { DescService } from '@bufbuild/protobuf';
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { attemptsOf, type RetryOptions, retryDelay, sleep, type Token } from '../http/index.ts';

/** A credential, its header, and the methods that take it. */
export interface RpcCredential<Service extends DescService> {
  readonly header: string;
  readonly prefix?: string;
  readonly token: Token | undefined;
  readonly methods: readonly (keyof Service['method'])[];
}

/** Repeats calls that may be repeated, when the service cannot be reached. A time limit covers all attempts. */
export function repeating(repeatable: readonly PropertyKey[], options: RetryOptions): Interceptor {
  return (next) => async (request) => {
    const attempts = repeatable.includes(request.method.localName) ? attemptsOf('GET', options) : 1;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await next(request);
      } catch (error) {
        const delay = retryDelay(undefined, attempt, options);
        if (attempt >= attempts || !isUnavailable(error) || delay === undefined) throw error;
        await sleep(delay, request.signal);
      }
    }
  };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ConnectError && error.code === Code.Unavailable;
}

/** Presents each credential to the methods that take it, and renews it once when it is rejected. */
export function authorizing<Service extends DescService>(credentials: readonly RpcCredential<Service>[]): Interceptor {
  return (next) => async (request) => {
    const presented = credentials.filter(({ methods }) => methods.includes(request.method.localName));
    const present = () => Promise.all(presented.map((credential) => presentIn(request.header, credential)));
    const rejections = await present();
    try {
      return await next(request);
    } catch (error) {
      const renewable = rejections.filter((reject) => reject !== undefined);
      if (!(error instanceof ConnectError) || error.code !== Code.Unauthenticated || renewable.length === 0)
        throw error;
      for (const reject of renewable) reject();
      await present();
      return next(request);
    }
  };
}

/** @returns the function that rejects the token; undefined when it cannot be renewed */
async function presentIn<Service extends DescService>(
  headers: Headers,
  { header, prefix = '', token }: RpcCredential<Service>,
): Promise<(() => void) | undefined> {
  if (token === undefined) return undefined;
  const text = typeof token === 'string' ? token : await token.token();
  headers.set(header, prefix + text);
  return typeof token === 'string' ? undefined : () => token.reject(text);
}
