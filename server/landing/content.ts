/** The content of the page at `/`. */
import type { Request } from 'express';
import type { Service } from '../service.ts';
import { longPrivateKey } from '../values/ed25519.ts';
import type { Sandbox } from '../wallet/index.ts';
import { WALLET_BASE } from '../wallet/index.ts';
import { curlLine } from './calls.ts';
import { documentPaths } from './documents.ts';

/** An application of the assistant service. */
export interface AssistantApplication {
  readonly app_id: string;
  readonly secret: string;
}

export interface LandingOptions {
  readonly services: readonly Pick<Service, 'name' | 'base'>[];
  /** Undefined when the services use another wallet network. */
  readonly sandbox: Sandbox | undefined;
  /** Base address of the wallet network; undefined for the sandbox. */
  readonly networkUrl: string | undefined;
  readonly assistantApplications: readonly AssistantApplication[];
  /** Addresses that the server listens at. Call it only after the server has started. */
  readonly listening: () => { readonly httpUrl: string; readonly rpcUrl: string };
}

/** The content of the page, and the members of its JSON. */
export interface Landing {
  readonly services: readonly {
    readonly name: string;
    readonly url: string;
    readonly openapi_json: string;
    readonly openapi_yaml: string;
    readonly proto: string;
    /** Address of the API reference. */
    readonly reference: string;
    /** The curl command of a call to try. */
    readonly curl: string;
  }[];
  readonly rpc: { readonly grpc: string; readonly connect: string; readonly twirp: string };
  readonly health: readonly string[];
  readonly wallet: {
    readonly url: string;
    /** Address that returns an access token, valid for ten minutes. */
    readonly token_url?: string;
    readonly authorize_url?: string;
    readonly keystores: readonly {
      readonly name: string;
      readonly application: string;
      readonly client_id: string;
      readonly session_id: string;
      /** The seed (32 bytes), and the seed followed by the public key (64 bytes), in base64url. */
      readonly private_key: string;
      readonly private_key_64: string;
    }[];
    readonly applications: readonly {
      readonly name: string;
      readonly client_id: string;
      readonly client_secret: string;
      readonly redirect_uris: readonly string[];
    }[];
  };
  readonly assistant_applications: readonly AssistantApplication[];
}

/** Path of the API references. */
export const REFERENCE_BASE = '/reference';

/** Valid host names; other text is not written into a shell command. */
const HOST = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** @param paths the call to try of each service, in the order of the services */
export function landingOf(options: LandingOptions, paths: readonly string[], request: Request): Landing {
  const { services, sandbox, assistantApplications, listening } = options;
  const { httpUrl, rpcUrl } = listening();
  const host = request.headers.host ?? '';
  // The host of the request, so that the commands work for the reader.
  const origin = HOST.test(host) ? `http://${host}` : httpUrl;
  const rpc = new URL(origin);
  rpc.port = new URL(rpcUrl).port;

  const wallet = walletOf(options, origin);
  const [application] = assistantApplications;
  const applicationHeaders =
    application === undefined
      ? []
      : [`X-ASSISTANT-APPID: ${application.app_id}`, `X-ASSISTANT-SECRET: ${application.secret}`];
  return {
    services: services.map(({ name, base }, place) => {
      const url = `${origin}${base}`;
      const { openapi_json, openapi_yaml, proto } = documentPaths(name);
      const context = { url, tokenUrl: wallet.token_url, applicationHeaders };
      return {
        name,
        url,
        openapi_json: `${origin}${openapi_json}`,
        openapi_yaml: `${origin}${openapi_yaml}`,
        proto: `${origin}${proto}`,
        reference: `${origin}${REFERENCE_BASE}/${name}`,
        curl: curlLine(name, paths[place] ?? '', context),
      };
    }),
    rpc: {
      grpc: rpc.origin,
      connect: `${origin}/<package>.<Service>/<Method>`,
      twirp: `${origin}/twirp/<package>.<Service>/<Method>`,
    },
    health: [`${origin}/healthz`, `${origin}/readyz`],
    wallet,
    assistant_applications: sandbox === undefined ? [] : assistantApplications,
  };
}

function walletOf({ sandbox, networkUrl }: LandingOptions, origin: string): Landing['wallet'] {
  if (sandbox === undefined) return { url: networkUrl ?? '', keystores: [], applications: [] };
  const url = `${origin}${WALLET_BASE}`;
  const [person] = sandbox.keystores;
  const [app] = sandbox.applications;
  const requested = new URLSearchParams({ client_id: app?.clientId ?? '', scope: 'PROFILE:READ ASSETS:READ' });
  return {
    url,
    token_url: `${url}/demo/token?user_id=${person?.clientId ?? ''}`,
    authorize_url: `${url}/oauth/authorize?${requested}`,
    keystores: sandbox.keystores.map(({ name, application, clientId, sessionId, privateKey }) => ({
      name,
      application,
      client_id: clientId,
      session_id: sessionId,
      private_key: privateKey,
      private_key_64: longPrivateKey(privateKey),
    })),
    applications: sandbox.applications.map(({ name, clientId, clientSecret, redirectUris }) => ({
      name,
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: redirectUris,
    })),
  };
}
