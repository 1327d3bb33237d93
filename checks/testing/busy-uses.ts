/** The changes that other users make to the data of the reference server. Each leaves the data consistent. */

import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { ServiceName } from '@wallet-services/conformance/model';

type Row = Record<string, string | number | null>;

/** The data of a running server. */
interface Data {
  /** Reads a row. */
  row(query: string, ...values: readonly (string | number)[]): Row | undefined;
  run(query: string, ...values: readonly (string | number)[]): void;
  insert(table: string, row: Row): void;
  /** Adds to a count in a row. */
  count(table: string, column: string, id: string | number, by?: number): void;
}

export function dataOf(database: DatabaseSync): Data {
  const run: Data['run'] = (query, ...values) => void database.prepare(query).run(...values);
  return {
    row: (query, ...values) => database.prepare(query).get(...values) as Row | undefined,
    run,
    count: (table, column, id, by = 1) => run(`UPDATE ${table} SET ${column} = ${column} + ? WHERE id = ?`, by, id),
    insert(table, row) {
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      const columns = names.map((name) => `"${name}"`).join(', ');
      database.prepare(`INSERT INTO ${table} (${columns}) VALUES (${places})`).run(...Object.values(row));
    },
  };
}

/** A time in the shown form, and in the form for sorting. */
function now(): { readonly created_at: string; readonly created_key: string } {
  const created_at = new Date().toISOString();
  return { created_at, created_key: created_at.replace('Z', '000000') };
}

const anyOf = (table: string, where = '1') => `SELECT * FROM ${table} WHERE ${where} ORDER BY random() LIMIT 1`;
const lastOf = (table: string, by: string) => `SELECT * FROM ${table} ORDER BY ${by} DESC LIMIT 1`;

/** An action of a service's users, once. */
type Use = (data: Data) => void;

/** A user swaps, adds liquidity or removes it, which changes a pool, its statistics and the lists. */
function pool(type: string, where = '1'): Use {
  return ({ row, run, insert }) => {
    const like = row(anyOf('swap_transactions', `type = '${type}' AND ${where}`));
    const last = row(lastOf('swap_transactions', 'number'));
    if (like === undefined || last === undefined) return;
    const own = { id: randomUUID(), follow_id: randomUUID(), order_id: null };
    insert('swap_transactions', { ...like, ...own, ...now(), number: Number(last['number']) + 1 });
    const route = Number(like['route_id']);
    run("UPDATE swap_pairs SET base_amount = printf('%.8f', base_amount + 0.001) WHERE route_id = ?", route);
    const newest =
      'SELECT max(start) FROM swap_periods AS one WHERE one.route_id = ?1 AND one.step = swap_periods.step';
    const volume = "transactions = transactions + 1, volume = printf('%.8f', volume + 1)";
    run(`UPDATE swap_periods SET ${volume} WHERE route_id = ?1 AND start = (${newest})`, route);
  };
}

/** Selects the user with the longest list: the caller of the suite, who may be active elsewhere at the same time. */
const BUSIEST = 'user_id = (SELECT user_id FROM swap_transactions GROUP BY user_id ORDER BY count(*) DESC LIMIT 1)';

/** Another price of an item, a hundredth higher or lower. */
function reprice(table: string, where = '1'): Use {
  const one = `SELECT id FROM ${table} WHERE ${where} ORDER BY random() LIMIT 1`;
  const step = 'CASE random() % 2 WHEN 0 THEN 1.01 ELSE 0.99 END';
  return ({ run }) => run(`UPDATE ${table} SET price = printf('%.8f', price * ${step}) WHERE id = (${one})`);
}

function deposit({ row, run, insert }: Data): void {
  const vault = row(anyOf('vault_vaults'));
  if (vault === undefined) return;
  const { id, collateral_id: type } = vault;
  const last = row('SELECT max(position) AS position FROM vault_vault_events WHERE vault_id = ?', String(id));
  const { created_at } = now();
  const event = { action: 'VatDeposit', dink: '0.5', dart: '0', debt: '0' };
  const position = Number(last?.['position'] ?? 0) + 1;
  insert('vault_vault_events', { vault_id: String(id), position, created_at, ...event });
  for (const [table, key] of Object.entries({ vault_vaults: id, vault_collaterals: type })) {
    run(`UPDATE ${table} SET ink = printf('%.8f', ink + 0.5) WHERE id = ?`, String(key));
  }
}

function open({ row, insert, count }: Data): void {
  const [like, last] = [row(anyOf('vault_vaults')), row(lastOf('vault_vaults', 'number'))];
  if (like === undefined || last === undefined) return;
  const [id, { created_at }] = [randomUUID(), now()];
  const vault = { id, user_id: randomUUID(), created_at, ink: '0', art: '0', number: Number(last['number']) + 1 };
  insert('vault_vaults', { ...like, ...vault });
  const event = { action: 'VatOpen', dink: '0', dart: '0', debt: '0' };
  insert('vault_vault_events', { vault_id: id, position: 1, created_at, ...event });
  count('vault_collaterals', 'number_of_vaults', String(like['collateral_id']));
}

function auction({ row, insert }: Data): void {
  const [like, last] = [row(anyOf('vault_flips')), row(lastOf('vault_flips', 'number'))];
  if (like === undefined || last === undefined) return;
  const [id, { created_at }] = [randomUUID(), now()];
  const begun = { id, created_at, action: 1, bid: '0', guy: '', tic: null, number: Number(last['number']) + 1 };
  insert('vault_flips', { ...like, ...begun });
  insert('vault_flip_events', { flip_id: id, position: 1, created_at, action: 1, bid: '0', lot: String(like['lot']) });
}

/** Raises the bid, up to the highest one. */
function bid({ row, run, insert }: Data): void {
  const flip = row(anyOf('vault_flips', 'action < 3 AND bid * 1.01 + 1 < tab + 0'));
  if (flip === undefined) return;
  const id = String(flip['id']);
  const last = row('SELECT max(position) AS position FROM vault_flip_events WHERE flip_id = ?', id);
  const { created_at } = now();
  const amount = (Number(flip['bid']) * 1.01 + 1).toFixed(8);
  const event = { action: 2, bid: amount, lot: String(flip['lot']) };
  insert('vault_flip_events', { flip_id: id, position: Number(last?.['position'] ?? 0) + 1, created_at, ...event });
  const change = 'UPDATE vault_flips SET action = 2, bid = ?, tic = ?, guy = ? WHERE id = ?';
  run(change, amount, created_at, randomUUID(), id);
}

function transact({ row, run, insert }: Data): void {
  const [like, last] = [row(anyOf('lending_transactions')), row(lastOf('lending_transactions', 'id'))];
  if (like === undefined || last === undefined) return;
  const { created_at, created_key } = now();
  const ids = { id: Number(last['id']) + 1, trace_id: randomUUID(), snapshot_trace_id: randomUUID() };
  insert('lending_transactions', { ...like, ...ids, created_at, created_key, updated_at: created_at });
  const moved = "total_cash = printf('%.8f', total_cash + 1), total_borrows = printf('%.8f', total_borrows * 1.001)";
  run(`UPDATE lending_markets SET ${moved}, updated_at = ? WHERE asset_id = ?`, created_at, String(like['asset_id']));
}

/** The next id of comments or replies. */
function nextId({ row }: Data, name: string): number {
  const counted = row('UPDATE comment_counters SET last_id = last_id + 1 WHERE name = ? RETURNING last_id', name);
  return Number(counted?.['last_id']);
}

function comment(data: Data): void {
  const { row, run, insert, count } = data;
  const like = row(anyOf('comment_comments'));
  const [own, slug] = [Number(like?.['site_id']), String(like?.['slug'])];
  const page = row('SELECT * FROM comment_pages WHERE site_id = ? AND slug = ?', own, slug);
  const site = row('SELECT * FROM comment_sites WHERE id = ?', own);
  if (like === undefined || page === undefined || site === undefined) return;
  const { created_at } = now();
  const [here, all] = [Number(page['comment_count']), Number(site['comment_count'])];
  const counts = { favor_count: 0, reply_count: 0, reward_count: 0, page_position: here + 1, site_position: all + 1 };
  const id = nextId(data, 'comments');
  insert('comment_comments', { ...like, ...counts, id, created_at, updated_at: created_at });
  run('UPDATE comment_pages SET comment_count = comment_count + 1 WHERE site_id = ? AND slug = ?', own, slug);
  count('comment_sites', 'comment_count', own);
}

function reply(data: Data): void {
  const { row, insert, count } = data;
  const on = row(anyOf('comment_comments'));
  if (on === undefined) return;
  const { created_at } = now();
  const place = { comment_id: Number(on['id']), position: Number(on['reply_count']) + 1 };
  const reported = { user_id: Number(on['user_id']), content: 'So it is.', created_at, updated_at: created_at };
  insert('comment_replies', { id: nextId(data, 'replies'), ...place, ...reported });
  count('comment_comments', 'reply_count', place.comment_id);
}

function favour({ row, insert, count }: Data): void {
  const on = row(anyOf('comment_comments'));
  const those = `SELECT user_id FROM comment_favorites WHERE comment_id = ${Number(on?.['id'])}`;
  const by = row(anyOf('comment_users', `id NOT IN (${those})`));
  if (on === undefined || by === undefined) return;
  insert('comment_favorites', { comment_id: Number(on['id']), user_id: Number(by['id']) });
  count('comment_comments', 'favor_count', Number(on['id']));
}

/** A user removes a favorite. */
function unfavour({ row, run, count }: Data): void {
  const one = row(anyOf('comment_favorites'));
  if (one === undefined) return;
  const [on, by] = [Number(one['comment_id']), Number(one['user_id'])];
  run('DELETE FROM comment_favorites WHERE comment_id = ? AND user_id = ?', on, by);
  count('comment_comments', 'favor_count', on, -1);
}

/** A user changes their name. */
function rename({ run }: Data): void {
  const one = 'SELECT id FROM comment_users ORDER BY random() LIMIT 1';
  run(`UPDATE comment_users SET full_name = 'Also ' || substr(full_name, -20) WHERE id = (${one})`);
}

/** The changes that others make to the data of each service. */
export const uses: Readonly<Record<ServiceName, readonly Use[]>> = {
  lending: [transact, reprice('lending_markets')],
  comment: [comment, reply, favour, unfavour, rename],
  swap: [pool('Swap'), pool('Swap', BUSIEST), pool('Deposit'), pool('Withdraw'), reprice('swap_assets')],
  vault: [deposit, open, auction, bid, reprice('vault_assets')],
};
