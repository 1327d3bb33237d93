/** Sends requests to the mock and to the sandbox. */
import { openSandbox, type World } from '@wallet-services/client/sandbox';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { type Mock, startMock } from '@wallet-services/mock';
import { type RawAnswer, sendRaw } from '@wallet-services/mock/testing/upstream';
import { type RunningServer, startServer } from '@wallet-services/server';
import { demoApplications } from '@wallet-services/server/testing/assistant';
import type { Variant } from './variants.ts';

/** The answers of both. */
export interface Pair {
  readonly mock: RawAnswer;
  readonly sandbox: RawAnswer;
}

/** The running mock and sandbox. */
export interface Both extends AsyncDisposable {
  /** Sends a request to both. In the sandbox, each operation has a separate world. */
  send(service: ServiceName, variant: Variant): Promise<Pair>;
}

const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';

/** Headers that a request needs to be admitted in a world. */
interface Admitted {
  readonly world: World;
  readonly headers: Readonly<Record<string, string>>;
}

async function admitted(server: RunningServer, service: ServiceName): Promise<Admitted> {
  const world = await openSandbox({ url: server.httpUrl }).world();
  const token = await world.token(MIRA);
  const [application] = await demoApplications();
  return {
    world,
    headers: {
      Authorization: `Bearer ${service === 'comment' ? await signedIn(world, token) : token}`,
      'X-ASSISTANT-APPID': application?.app_id ?? '',
      'X-ASSISTANT-SECRET': application?.secret ?? '',
    },
  };
}

/** The comment service has its own sessions. */
async function signedIn(world: World, token: string): Promise<string> {
  const response = await fetch(`${world.services.comment}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ method: 'mixin_token', mixin_token: token }),
  });
  const { data } = (await response.json()) as { data: { access_token: string } };
  return data.access_token;
}

/** Whether a variant concerns parameters, one of which may choose the site. */
function isAboutInputs({ kind, target }: Variant): boolean {
  return /^(query|header)/.test(kind) || /[?&](site_id|slug)=/.test(target);
}

/** Starts both. */
export async function startBoth(): Promise<Both> {
  const [mock, server]: [Mock, RunningServer] = await Promise.all([
    startMock({ services: serviceNames, port: 0 }),
    startServer({ port: 0, rpcPort: 0 }),
  ]);
  const worlds = new Map<string, Promise<Admitted>>();
  return {
    async send(service, variant) {
      const key = `${service} ${variant.operation}`;
      const admission = worlds.get(key) ?? admitted(server, service);
      worlds.set(key, admission);
      const { world, headers } = await admission;
      // Only credentials in the document's request are replaced by valid ones.
      const own = Object.entries(variant.headers).map(([name, value]) => {
        const isSample = value === 'Bearer sandbox-token' || value === 'sandbox-key';
        return [name, isSample ? (headers[name] ?? value) : value];
      });
      const { method, target, body } = variant;
      const site =
        service === 'comment' && !isAboutInputs(variant) ? [['X-COMMENT-SITE-SLUG', 'posts/august-harvest']] : [];
      const request = {
        method,
        headers: Object.fromEntries([...site, ...own]),
        ...(body === undefined ? {} : { body }),
      };
      const [ofMock, ofSandbox] = await Promise.all([
        sendRaw(`${mock.urls[service]}${target}`, request),
        sendRaw(`${world.services[service]}${target}`, request),
      ]);
      return { mock: ofMock, sandbox: ofSandbox };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([mock.close(), server.close()]);
    },
  };
}
