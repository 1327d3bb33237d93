/** The users of the sandbox wallet network: the cast of the documents' examples, read from the documents. */
import { exampleAnswer, exampleRequest, readDocument } from '../../contract/index.ts';
import type { WalletUserRow } from '../store/tables.ts';

/** An application of the sandbox. */
export interface CastApp {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** The application of the sessions of the cast's people. */
export const ORCHARD_NOTES: CastApp = {
  clientId: '1f8a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b',
  name: 'Orchard Notes',
  redirectUris: ['https://notes.example.org/sign-in', 'http://localhost:3000/sign-in'],
};

/** The application of the default broker. */
export const TIDEWATER: CastApp = {
  clientId: '2a9b3c4d-5e6f-4071-9b8c-ad1e2f3a4b5c',
  name: 'Tidewater Exchange',
  redirectUris: ['https://exchange.example.org/sign-in'],
};

/** An application that no service trusts, to show how it is rejected. */
export const LANTERN: CastApp = {
  clientId: '3bac4d5e-6f70-4182-8c9d-be2f3a4b5c6d',
  name: 'Lantern Feed',
  redirectUris: ['https://lantern.example.net/sign-in'],
};

export interface Cast {
  readonly users: readonly WalletUserRow[];
  readonly apps: readonly CastApp[];
  /** The code in the documents' example, which allows an authorization without a browser. */
  readonly demoCode: { readonly clientId: string; readonly code: string };
  /** Client ids of the applications that the services trust by default: all except Lantern. */
  readonly trusted: readonly string[];
}

/** The used members of a user of the comment service. */
interface CommentUser {
  readonly network_user_id: string;
  readonly network_identity_number: string;
  readonly full_name: string;
  readonly avatar_url: string;
}

interface SignIn {
  readonly data: { readonly user: CommentUser };
}

/** Reads the cast from the documents. */
export async function readCast(): Promise<Cast> {
  const [comment, swap] = await Promise.all([readDocument('comment'), readDocument('swap')]);
  const mira = exampleAnswer<SignIn>(comment, 'signIn', 'wallet-token').data.user;
  const aiko = exampleAnswer<SignIn>(comment, 'signIn', 'signed-message').data.user;
  const jonas = exampleAnswer<{ data: { creator: CommentUser } }>(comment, 'readComment').data.creator;
  const signed = exampleRequest<{ signed_message: string }>(comment, 'signIn', 'signed-message').signed_message;
  const { address }: { address: string } = JSON.parse(signed);
  const broker = exampleRequest<{ broker_id: string; label: string; code: string }>(swap, 'authorizeWallet');
  const harbor: CastApp = {
    clientId: broker.broker_id,
    name: broker.label.replace(/^./, (letter) => letter.toUpperCase()),
    redirectUris: [`https://${broker.label}.example.com/sign-in`],
  };
  const trusted = [ORCHARD_NOTES, TIDEWATER, harbor];
  return {
    users: [userRow(mira, null), userRow(jonas, null), userRow(aiko, address)],
    apps: [...trusted, LANTERN],
    demoCode: { clientId: broker.broker_id, code: broker.code },
    trusted: trusted.map(({ clientId }) => clientId),
  };
}

function userRow(user: CommentUser, contractAddress: string | null): WalletUserRow {
  return {
    user_id: user.network_user_id,
    identity_number: user.network_identity_number,
    full_name: user.full_name,
    avatar_url: user.avatar_url,
    contract_address: contractAddress,
  };
}
