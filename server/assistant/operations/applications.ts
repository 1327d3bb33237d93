/** The applications that may use the service, and their secrets (document 3, Authentication). */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { App } from '@wallet-services/contract/assistant';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { ApplicationOptions } from '../config/options.ts';
import { recordSearch } from '../store/search.ts';
import { type ApplicationRow, type AssistantStore, takeNumbers } from '../store/tables.ts';

/** The calling application. */
export type Application = App;

/** The credential of a caller. Only operations that need the secret check it. */
export interface Presented {
  readonly appId: string | undefined;
  /** Undefined when the operation needs no secret. */
  readonly secret?: string | undefined;
}

/** Identifies the calling application. @throws Refusal 401 when its id is unknown or the secret is wrong */
export type Identify = (presented: Presented, needsSecret: boolean) => Application;

/**
 * Stores the configured applications, and returns the service's authentication.
 *
 * @param configured undefined to accept the applications of the database
 * @param now ISO 8601
 */
export async function applicationGate(
  store: AssistantStore,
  configured: readonly ApplicationOptions[] | undefined,
  now: string,
): Promise<Identify> {
  for (const application of configured ?? []) await keepApplication(store, application, now);
  const rows = await store.selectFrom('assistant_applications').selectAll().execute();
  const admitted = new Set((configured ?? rows).map(({ app_id }) => app_id.toLowerCase()));
  const known = new Map(rows.filter(({ app_id }) => admitted.has(app_id)).map((row) => [row.app_id, row]));

  return ({ appId, secret }, needsSecret) => {
    const row = known.get(appId?.toLowerCase() ?? '');
    if (row === undefined) throw refused('X-ASSISTANT-APPID is missing, or there is no such application');
    if (needsSecret && !secretFits(row, secret)) throw refused('X-ASSISTANT-SECRET is missing or wrong');
    const { id, app_id, created_at, updated_at } = row;
    return { id, app_id, created_at, updated_at };
  };
}

function refused(message: string): Refusal {
  return new Refusal(401, message, { hint: 'ask the operator of the service for an application id and secret' });
}

/** A row for an application, with its secret hashed. */
export function applicationRow(app: Application, secret: string, salt: string): ApplicationRow {
  const hash = hashOf(salt, secret).toString('hex');
  const { id, app_id, created_at, updated_at } = app;
  const times = { created_at: String(created_at), updated_at: String(updated_at) };
  return { id, ...times, app_id: app_id.toLowerCase(), secret_salt: salt, secret_hash: hash };
}

/** Compares in constant time: both hashes have the same length. */
function secretFits({ secret_salt, secret_hash }: ApplicationRow, secret: string | undefined): boolean {
  return timingSafeEqual(hashOf(secret_salt, secret ?? ''), Buffer.from(secret_hash, 'hex')) && secret !== undefined;
}

function hashOf(salt: string, secret: string): Buffer {
  return createHash('sha256').update(`${salt}:${secret}`).digest();
}

async function keepApplication(store: AssistantStore, options: ApplicationOptions, now: string): Promise<void> {
  const app_id = options.app_id.toLowerCase();
  const salt = randomBytes(16).toString('hex');
  await store.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('assistant_applications')
      .selectAll()
      .where('app_id', '=', app_id)
      .executeTakeFirst();
    if (known === undefined) {
      const id = await takeNumbers(transaction, 'application', 1);
      const row = applicationRow({ id, app_id, created_at: now, updated_at: now }, options.secret, salt);
      await transaction.insertInto('assistant_applications').values(row).execute();
      await recordSearch(id).create(transaction);
    } else if (!secretFits(known, options.secret)) {
      const row = applicationRow({ ...known, updated_at: now }, options.secret, salt);
      await transaction.updateTable('assistant_applications').set(row).where('id', '=', known.id).execute();
    }
  });
}
