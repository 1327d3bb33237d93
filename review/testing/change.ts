/** A change as the judges find it. */
import type { ChangeClass, Unnamed } from '../finding.ts';

/** A change with a class for clients and one for servers. */
export function change(clients: ChangeClass, servers: ChangeClass = 'none', parts: Partial<Unnamed> = {}): Unnamed {
  const effects = { clients, servers, mocks: 'none' } as const;
  return {
    area: 'http',
    service: '',
    direction: null,
    subject: `GET /${clients}-${servers}`,
    member: '',
    kind: 'changed',
    change: 'changed',
    before: null,
    after: null,
    places: [],
    corrected: null,
    request: null,
    ...parts,
    sides: {
      clients: { class: effects.clients, how: '' },
      servers: { class: effects.servers, how: '' },
      mocks: { class: effects.mocks, how: '' },
    },
  };
}
