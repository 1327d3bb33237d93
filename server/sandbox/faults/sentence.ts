/** Describes a fault in one sentence, for lists. */
import type { ConnectionFault, FaultRequest } from '@wallet-services/contract/sandbox';

const connections: Readonly<Record<ConnectionFault, string>> = {
  drop: 'closes the connection without reading the request',
  lost: 'processes the request, then closes the connection',
  cut: 'closes the connection in the middle of the response',
  hang: 'never responds',
  endless: 'sends an endless response',
  garbage: 'responds with something that is not HTTP',
};

function happening({ named, status, example, body, connection, values, stale, dribble }: FaultRequest): string {
  if (named !== undefined) return `is the faulty server "${named}"`;
  if (connection !== undefined) return connections[connection];
  if (values !== undefined) return `responds with wrong values at ${values.map(({ at }) => at).join(', ')}`;
  if (stale === true) return 'repeats its first response';
  if (status === undefined && example === undefined && body === undefined)
    return dribble === undefined ? 'responds late' : 'responds slowly';
  const with_ =
    example === undefined ? (body === undefined ? '' : ' with a given body') : ` with the example ${example}`;
  return `responds${status === undefined ? '' : ` with ${status}`}${with_}`;
}

export function sentenceOf(requested: FaultRequest): string {
  const { operation, service, delay, dribble, times, after, probability, when } = requested;
  const who = operation ?? (service === undefined ? 'every operation' : `every operation of ${service}`);
  const often = [
    ...(delay === undefined ? [] : [`after ${delay}`]),
    ...(dribble === undefined ? [] : [`its body over ${dribble}`]),
    ...(when === undefined ? [] : ['for some inputs']),
    ...(after === undefined ? [] : [`not for the first ${after}`]),
    ...(probability === undefined ? [] : [`with a probability of ${probability}`]),
    ...(times === undefined ? [] : [times === 1 ? 'once' : `${times} times`]),
  ];
  return [`${requested.named === undefined ? who : (service ?? 'the service')} ${happening(requested)}`, ...often].join(
    ', ',
  );
}
