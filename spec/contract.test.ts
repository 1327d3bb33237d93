import { readFileSync } from 'node:fs';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { type OpenApiDocument, operationsOf } from '@wallet-services/generators/document';
import { describe, expect, it } from 'vitest';

function read(path: string): string {
  return readFileSync(new URL(`../generated/${path}`, import.meta.url), 'utf8');
}

function operations(service: string): string[] {
  const document: OpenApiDocument = JSON.parse(read(`openapi/${service}.json`));
  return operationsOf(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
}

/** The endpoint tables of the documents, and `POST /oauth` of the prose about brokers. */
const documented: Readonly<Record<ServiceName, readonly string[]>> = {
  lending: ['GET /api/v1/markets/all', 'GET /api/v1/transactions', 'POST /api/v1/pay-requests'],
  comment: [
    'POST /auth/login',
    'GET /sites/{site_id}',
    'POST /comments',
    'GET /comments',
    'GET /comments/{comment_id}',
    'PUT /comments/{comment_id}/fav',
    'PUT /comments/{comment_id}/unfav',
    'POST /comments/{comment_id}/replies',
    'GET /comments/{comment_id}/replies',
    'GET /users/{user_id}',
    'GET /me',
    'POST /airdrops',
  ],
  swap: [
    'GET /info',
    'GET /assets',
    'GET /pairs',
    'GET /cmc/pairs',
    'GET /stats/markets',
    'GET /stats/markets/{base}/{quote}',
    'GET /stats/markets/{base}/{quote}/kline/v2',
    'GET /orders/{follow_id}',
    'GET /transactions',
    'GET /transactions/{base}/{quote}',
    'GET /transactions/{base}/{quote}/mine',
    'POST /actions',
    'POST /oauth',
  ],
  vault: [
    'GET /info',
    'GET /time',
    'GET /assets',
    'GET /assets/{asset}',
    'GET /cats',
    'GET /cats/{cat}',
    'GET /flips',
    'GET /flips/{flip}',
    'GET /flips/{flip}/events',
    'GET /vats',
    'GET /vats/{vat}',
    'GET /vats/{vat}/events',
    'GET /me/vats',
  ],
  assistant: [
    'POST /indexes',
    'GET /indexes/search',
    'DELETE /indexes/{object_id}',
    'POST /indexes/reset',
    'POST /conversations',
    'POST /conversations/{conversation_id}',
    'GET /conversations/{conversation_id}',
    'GET /conversations/{conversation_id}/{turn_id}',
  ],
};

describe('the operations of the contract', () => {
  it.each(serviceNames)('%s has the documented operations and no others', (service) => {
    const hint = `an operation is named in this test too, in documented.${service}, where a requirement document has it`;
    expect(operations(service).toSorted(), hint).toEqual([...documented[service]].toSorted());
  });
});

/** Document 1, "RPC field number": name, number and type of each field of a Market. */
const marketFields = `int64 id 1, string asset_id 2, string symbol 3, string ctoken_asset_id 4, string total_cash 5,
  string total_borrows 6, string reserves 7, string ctokens 8, string init_exchange_rate 9, string reserve_factor 10,
  string liquidation_incentive 11, string borrow_cap 12, string collateral_factor 13, string close_factor 14,
  string base_rate 15, string multiplier 16, string jump_multiplier 17, string kink 18, int64 block_number 19,
  string utilization_rate 20, string exchange_rate 21, string supply_rate_per_block 22, string borrow_rate_per_block 23,
  string price 24, google.protobuf.Timestamp price_update_at 25, string borrow_index 26, int32 status 27,
  google.protobuf.Timestamp created_at 28, google.protobuf.Timestamp updated_at 29, int64 suppliers 30,
  int64 borrowers 31, string supply_apy 32, string borrow_apy 33`;

const messages: Readonly<Record<string, string>> = {
  Market: marketFields,
  Transaction: `int64 id 1, int32 action 2, string trace_id 3, string user_id 4, string follow_id 5,
    optional string snapshot_trace_id 6, string asset_id 7, string amount 8, bytes data 9, google.protobuf.Timestamp created_at 10`,
  Price: `string asset_id 1, string symbol 2, string trace_id 3, PriceReceiver receiver 4, repeated PriceSigner signers 5,
    int32 threshold 6`,
  PriceReceiver: 'repeated string members 1, int32 threshold 2',
  PriceSigner: 'int32 index 1, string verify_key 2',
  MarketReq: '',
  MarketListResp: 'repeated Market data 1',
  PriceReq: '',
  PriceRequestResp: 'repeated Price data 1',
  TransactionReq: 'google.protobuf.Timestamp offset 1, int32 limit 2',
  TransactionListResp: 'repeated Transaction data 1',
  PayReq: `string asset_id 1, string amount 2, string trace_id 3, string follow_id 4, string memo_base64 5, bool with_gas 6`,
  PayResp: 'string url 1',
};

describe('the protobuf of lending', () => {
  const proto = read('proto/lending/v1/lending.proto');

  it.each(Object.entries(messages))('%s has the names, numbers and types of document 1', (name, fields) => {
    const body = new RegExp(`message ${name} \\{([^}]*)\\}`).exec(proto)?.[1];
    if (body === undefined) throw new Error(`there is no message ${name}`);
    const found = [...body.matchAll(/^\s*((?:repeated |optional )?[\w.]+) (\w+) = (\d+);/gm)].map(
      (m) => `${m[1]} ${m[2]} ${m[3]}`,
    );
    expect(found).toEqual(fields === '' ? [] : fields.split(',').map((field) => field.trim()));
  });

  it('has the four methods with the documented messages', () => {
    const methods = [...proto.matchAll(/rpc (\w+)\((\w+)\) returns \((\w+)\)/g)].map(([, ...names]) => names.join(' '));
    expect(methods).toEqual([
      'AllMarkets MarketReq MarketListResp',
      'PriceRequest PriceReq PriceRequestResp',
      'Transactions TransactionReq TransactionListResp',
      'PayRequest PayReq PayResp',
    ]);
    expect(proto).toContain('service Lending {');
  });
});

interface Entry {
  readonly id: string;
  readonly source: string;
}

describe('the ledger', () => {
  const rules: Entry[] = JSON.parse(read('ledger/rules.json'));
  const unspecified: Entry[] = JSON.parse(read('ledger/unspecified.json'));

  it('has unique ids', () => {
    const ids = [...rules, ...unspecified].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('names a service, or all of them, in every id', () => {
    const first = new Set([...rules, ...unspecified].map(({ id }) => id.split('.')[0]));
    expect([...first].toSorted()).toEqual(['all', ...serviceNames].toSorted());
  });

  it('cites a document and a section for every entry', () => {
    for (const { id, source } of [...rules, ...unspecified]) expect(source, id).toMatch(/^document [123], \S/);
  });

  it('holds every rule and every open question that the documents carry', () => {
    const ids = new Set([...rules, ...unspecified].map(({ id }) => id));
    for (const service of serviceNames) {
      for (const [, id] of read(`openapi/${service}.json`).matchAll(/"id": "([a-z]+\.[A-Za-z0-9._-]+)"/g)) {
        expect(ids).toContain(id);
      }
    }
  });
});
