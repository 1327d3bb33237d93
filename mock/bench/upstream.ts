/** A service for benchmarks: answers pages of a vault with different items. Prints its address. */
import { createServer } from 'node:http';

let number = 0;

function flip(): object {
  number += 1;
  const id = `${String(number).padStart(8, '0')}-1111-4222-8333-444444444444`;
  return {
    id,
    created_at: '2025-11-21T02:00:00Z',
    vault_id: id,
    collateral_id: id,
    action: 1,
    lot: '1.5',
    bid: '0',
    art: '6000',
    tab: '7051.2',
    tic: null,
    end: '2025-11-22T02:00:00Z',
    guy: '',
  };
}

const server = createServer((incoming, outgoing) => {
  incoming.resume();
  const flips = Array.from({ length: 20 }, flip);
  const body = { flips, pagination: { next_cursor: String(number), has_next: true } };
  outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`);
});
