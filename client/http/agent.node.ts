/** The headers that name this client, with its version, where it runs on Node.js. */
import manifest from '@wallet-services/client/package.json' with { type: 'json' };

export const agent: Readonly<Record<string, string>> = {
  'User-Agent': `wallet-services-typescript/${manifest.version}`,
};
