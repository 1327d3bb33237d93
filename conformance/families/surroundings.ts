/** What two operations have in common beside the item: its conversation, its site. */
import { neededBy } from '../discovery/paths.ts';
import { type ApiModel, operationOf } from '../model/document/api.ts';
import { declaredAt } from '../model/document/lists.ts';
import { sentPath } from '../model/document/requests.ts';
import { type Exchange, queryOf } from '../model/exchange.ts';

/** What a request chooses by header or by query, the header first. */
function chosenBy(api: ApiModel, id: string, exchange: Exchange): readonly (string | null)[] {
  const [{ headers = [], query = [] } = {}] = declaredAt(api, id, 'chosen-by');
  const { call } = exchange;
  const sent = call.kind === 'http' ? call.headers : {};
  const request = queryOf(exchange);
  return Array.from({ length: Math.max(headers.length, query.length) }, (_, place) => {
    const [header = '', name = ''] = [headers[place], query[place]];
    return sent[header] ?? request.get(name);
  });
}

/**
 * Names what the path and the choice of a request hold that another operation takes too: exchanges of both that differ in
 * it are about different things.
 *
 * @param parameter names the thing itself.
 */
export function surroundings(
  api: ApiModel,
  [own, other]: readonly [own: string, other: string],
  parameter: string,
  exchange: Exchange,
): string {
  const inputs = sentPath(api, exchange);
  const shared = neededBy(operationOf(api, other)).filter((name) => name !== parameter && inputs[name] !== undefined);
  const subjects = [own, other].map((id) => declaredAt(api, id, 'chosen-by')[0]?.subject);
  const isChosen = subjects[0] !== undefined && subjects[0] === subjects[1];
  const chosen = isChosen ? chosenBy(api, own, exchange) : [];
  return JSON.stringify([shared.map((name) => inputs[name]?.toLowerCase()), chosen]);
}
