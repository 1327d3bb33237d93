/** TLS that must be refused, proxies, and addresses. */
import { body, cut, pairs, silent } from './respond.ts';
import {
  failed,
  type Outcome,
  type Respond,
  readOrder,
  readPairs,
  result,
  type Scenario,
  type Tls,
} from './scenario.ts';

const token = { token: 'eyJzZWNyZXQiOjEwfQ.tls-secret' };
const network = failed('network');
const HTML = { 'Content-Type': 'text/html' };

function secured(tls: Tls, title: string, outcome: Outcome = network, requests = 0): Scenario {
  const refused = tls === 'silent' ? { ...readOrder, timeout_ms: 500 } : readOrder;
  const call = tls === 'none' ? readPairs : refused;
  return { id: `tls.${tls}`, title, tls, respond: pairs, call, secrets: token, outcome, requests };
}

/** A host that no name server has: only the proxy could reach it. */
const HOST = 'service.invalid';
const DOWN = 'http://127.0.0.1:1';

/** The environment of a client behind a proxy. Node.js reads it only with NODE_USE_ENV_PROXY. */
const behind =
  (proxy: (origin: string) => string, none = ''): Scenario['environment'] =>
  (origin) => {
    const variables = { HTTP_PROXY: proxy(origin), HTTPS_PROXY: proxy(origin), NO_PROXY: none };
    const small = Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...variables, ...Object.fromEntries(small), ALL_PROXY: '', all_proxy: '', NODE_USE_ENV_PROXY: '1' };
  };

const toHere = (origin: string) => origin;

function proxied(id: string, title: string, respond: Respond, outcome: Outcome, requests = 3): Scenario {
  return {
    id: `proxy.${id}`,
    title: `Is behind a proxy that ${title}`,
    respond,
    call: readPairs,
    outcome,
    requests,
    environment: behind(toHere),
    address: (_, name) => `http://${HOST}/${name}`,
  };
}

/** A call with a token over TLS: the proxy sees the name of the host, and nothing else. */
function tunnelled(id: string, title: string, respond: Respond, outcome = network): Scenario {
  return {
    ...proxied(`tunnel-${id}`, title, respond, outcome),
    call: { ...readOrder, timeout_ms: 1_500 },
    secrets: token,
    address: (_, name) => `https://${HOST}/${name}`,
  };
}

export const connections: readonly Scenario[] = [
  secured('none', 'Has a certificate of an authority that the caller trusts', result, 1),
  secured('unknown', 'Has a certificate of an unknown authority'),
  secured('self-signed', 'Has a certificate that it signed itself'),
  secured('expired', 'Has a certificate that has expired'),
  secured('not-yet', 'Has a certificate that is not valid yet'),
  secured('other-name', 'Has a certificate of another address'),
  secured('no-name', 'Has a certificate with its address in the subject alone'),
  secured('old', 'Offers TLS 1.1'),
  secured('closes', 'Closes the connection in the handshake'),
  secured('silent', 'Never answers the handshake', failed('timeout')),
  proxied('forwards', 'forwards requests', pairs, result, 1),
  // Of the fetch of Node.js, 407 is a failure of the network.
  proxied('password', 'wants a password', body(407, 'password?'), { ...failed('refused', 407), or: 'network' }),
  proxied('page', 'fails with a page', body(502, '<p>no such host</p>', HTML), failed('refused', 502)),
  proxied('page-ok', 'succeeds with a page', body(200, '<p>please sign in</p>', HTML), failed('malformed'), 1),
  proxied('cuts', 'closes the connection', cut(''), network, 6),
  // The JDK is silent about it until the attempt is over.
  tunnelled('password', 'wants a password for a tunnel', body(407, 'password?'), { ...network, or: 'timeout' }),
  tunnelled('page', 'answers with a page in place of a tunnel', body(503, '<p>busy</p>', HTML)),
  {
    // The JDK sends a GET again by itself.
    ...tunnelled('page-ok', 'answers with a page in a tunnel', cut('HTTP/1.1 200 OK\r\n\r\n<p>please sign in</p>')),
    requests: 6,
  },
  {
    // The fetch of Node.js asks for another one until the attempt is over.
    ...tunnelled('cuts', 'closes the connection in place of a tunnel', cut(''), { ...network, or: 'timeout' }),
    requests: Number.POSITIVE_INFINITY,
  },
  { ...tunnelled('silent', 'never answers for a tunnel', silent, failed('timeout')), requests: 6 },
  {
    ...proxied('down', 'is down, and has a password', pairs, network, 0),
    environment: behind(() => 'http://user:proxy-secret-1@127.0.0.1:1'),
    secrets: { password: 'proxy-secret-1' },
  },
  { ...tunnelled('down', 'is down', pairs), environment: behind(() => DOWN), requests: 0 },
  {
    id: 'proxy.none',
    title: 'Is one that NO_PROXY names, where the proxy is down',
    respond: pairs,
    call: readPairs,
    environment: behind(() => DOWN, '127.0.0.1'),
    outcome: result,
    requests: 1,
  },
  ...['[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]'].map(
    (host, at): Scenario => ({
      id: `address.ipv6-${at + 2}`,
      title: `Has the address ${host}`,
      respond: pairs,
      call: readPairs,
      address: (origin, name) => `${origin.replace('127.0.0.1', host)}/${name}`,
      outcome: result,
      requests: 1,
    }),
  ),
];
