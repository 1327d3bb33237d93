/** Exchanges a request and an answer over a raw connection. */
import { connect } from 'node:net';

export interface WireAnswer {
  readonly status: number;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The whole answer, as Latin-1. */
  readonly text: string;
  /** Violations of HTTP. */
  readonly problems: readonly string[];
  /** The part that must be equal for all adapters: without date and headers of the connection. */
  readonly comparable: string;
}

const MINUTE = 60_000;

/** Sends a request that closes the connection, and reads the answer. */
export function exchange(port: number, request: string): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const pieces: Buffer[] = [];
    socket.setTimeout(MINUTE, () => socket.destroy(new Error('no answer in a minute')));
    socket.on('error', reject);
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('end', () => resolve(parsed(Buffer.concat(pieces))));
    socket.write(request);
  });
}

function parsed(bytes: Buffer): WireAnswer {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...fields] = text.slice(0, end).split('\r\n');
  const body = bytes.subarray(end + 4);
  const pairs = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  const headers = Object.fromEntries(pairs);
  const names = pairs.map(([name]) => name).filter((name) => name !== 'set-cookie');
  const problems = [
    ...(end < 0 || !/^HTTP\/1\.1 [1-5]\d\d /.test(line) ? [`no answer: ${text.slice(0, 80)}`] : []),
    ...names.filter((name, place) => names.indexOf(name) !== place).map((name) => `${name} is sent twice`),
    ...(Number(headers['content-length'] ?? body.length) === body.length ? [] : ['the length is not that of the body']),
    ...('transfer-encoding' in headers ? ['the answer is in chunks'] : []),
  ];
  const own = pairs.filter(([name]) => !/^(?:date|connection|keep-alive)$/.test(name)).map((pair) => pair.join(': '));
  return {
    status: Number(line.split(' ')[1]),
    headers,
    body,
    text,
    problems,
    comparable: [line.split(' ')[1], ...own.sort(), '', body.toString()].join('\n'),
  };
}
