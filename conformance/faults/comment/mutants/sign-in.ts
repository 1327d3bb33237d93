/** Servers that are wrong about what a sign-in must hold; they wait for the family. */
import type { Request } from '../../../fault/proxy/reply.ts';
import type { Mutant } from '../../mutant.ts';
import { membersOf, takes, text } from '../change.ts';

function lacks(request: Request, method: string, member: string): boolean {
  const body = membersOf(request);
  return body['method'] === method && text(body[member]) === '';
}

export const signInMutants: readonly Mutant[] = [
  {
    id: 'a sign-in by message needs no message',
    kills: 'comment.sign-in.message-required',
    fault: takes((request) => lacks(request, 'mvm', 'signed_message')),
  },
  {
    id: 'a sign-in by message needs no signature',
    kills: 'comment.sign-in.signature-required',
    fault: takes((request) => lacks(request, 'mvm', 'signature')),
  },
];
