/** Sends messages between processes by `LISTEN` and `NOTIFY`. */
import { Client, type Pool } from 'pg';
import type { Signals } from '../signals.ts';
import { localSignals } from '../signals.ts';

const CHANNEL = 'wallet_server';

/** Interval between attempts to reconnect, in milliseconds. */
const TRY_AGAIN = 1_000;

/** A connection on which this process listens. */
interface Listener {
  readonly signals: Signals;
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * Listens on a separate connection, and reconnects whenever it breaks.
 *
 * @param pool connections for sending
 */
export function listening(address: string, pool: Pool): Listener {
  const local = localSignals();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async () => {
    const next = new Client({ connectionString: address, keepAlive: true, application_name: CHANNEL });
    let over = false;
    const again = () => {
      if (over) return;
      over = true;
      client = undefined;
      next.end().catch(() => undefined);
      if (!closed) timer = setTimeout(connect, TRY_AGAIN).unref();
    };
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ payload = '' }) => {
      const [topic = '', ...rest] = payload.split(' ');
      void local.send(topic, rest.join(' '));
    });
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      if (closed) await next.end();
      else if (!over) client = next;
    } catch {
      again();
    }
  };
  const connecting = connect();

  return {
    isListening: () => client !== undefined,
    signals: {
      async send(topic, payload) {
        await pool.query('select pg_notify($1, $2)', [CHANNEL, `${topic} ${payload}`]);
      },
      on: local.on,
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await connecting;
      await client?.end();
    },
  };
}
