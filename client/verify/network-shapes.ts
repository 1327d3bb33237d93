/** The required shapes of the wallet network's answers, limited to the members that are used. */
import { checksumAddress } from '../account/address.ts';
import type { WalletAccount, WalletGrant, WalletUser } from './network.ts';

/** Reads an answer; undefined when it does not have the shape. */
export type Shape<Value> = (body: unknown) => Value | undefined;

const ZERO_ADDRESS = /^0x0{40}$/;

/** `{data: {user_id, identity_number, full_name, avatar_url, contract_address, client_id, scopes}}` */
export const userOf: Shape<WalletUser> = (body) => {
  const account = accountOf(body);
  const data = dataOf(body);
  const clientId = text(data.client_id);
  const scopes: unknown = data.scopes;
  if (account === undefined || !clientId || !isTexts(scopes)) return undefined;
  return { ...account, clientId, scopes };
};

/** `{data: {user_id, identity_number, full_name, avatar_url, contract_address}}` */
export const accountOf: Shape<WalletAccount> = (body) => {
  const data = dataOf(body);
  const userId = text(data.user_id);
  const identityNumber = text(data.identity_number);
  const fullName = text(data.full_name);
  const avatarUrl = text(data.avatar_url);
  const contract = data.contract_address === null ? '' : text(data.contract_address);
  if (!userId || identityNumber === undefined || fullName === undefined || avatarUrl === undefined) return undefined;
  if (contract === undefined) return undefined;
  if (contract === '' || ZERO_ADDRESS.test(contract)) {
    return { userId, identityNumber, fullName, avatarUrl, contractAddress: undefined };
  }
  const contractAddress = checksumAddress(contract);
  return contractAddress === undefined ? undefined : { userId, identityNumber, fullName, avatarUrl, contractAddress };
};

/** `{data: {access_token, scope}}` */
export const grantOf: Shape<WalletGrant> = (body) => {
  const data = dataOf(body);
  const accessToken = text(data.access_token);
  const scope = text(data.scope);
  return accessToken && scope !== undefined ? { accessToken, scope } : undefined;
};

function dataOf(body: unknown): Readonly<Record<string, unknown>> {
  const data: unknown = isObject(body) ? body.data : undefined;
  return isObject(data) ? data : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
