/** The behaviour of the service during a step. */
import { type Fault, isMeant, jsonReply, type Matcher, type Reply } from '@wallet-services/conformance/testing/clients';

/** The first matching requests get the replies, one each; the service answers all others. */
export function firstly(matcher: Matcher, replies: readonly Reply[]): Fault {
  let count = 0;
  return (request, next) => {
    const reply = isMeant(request, matcher) ? replies[count] : undefined;
    if (reply === undefined) return next(request);
    count += 1;
    return reply;
  };
}

/** Every matching request is answered with the reply. */
export function always(matcher: Matcher, reply: Reply): Fault {
  return (request, next) => (isMeant(request, matcher) ? reply : next(request));
}

/** A refusal in the form of the reference server. */
export function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return jsonReply(status, { code: status, msg: 'refused by the script' }, headers);
}

/** A temporary refusal. The wait is never long: `Retry-After: 0`. */
export const notNow: Reply = refusal(503, { 'retry-after': '0' });
