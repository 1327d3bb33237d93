import { expect, test } from 'vitest';
import { fieldsOf } from './message-object.ts';

const least = '"domain":"d","address":"a","uri":"u","version":"1","chainId":1,"nonce":"n","issuedAt":"i"';

test('the fields of an object are those of a message', () => {
  expect(fieldsOf(`{${least}}`)).toEqual({
    domain: 'd',
    address: 'a',
    uri: 'u',
    version: '1',
    chainId: 1,
    nonce: 'n',
    issuedAt: 'i',
  });
});

test.each([
  ['"statement":"","expirationTime":"","notBefore":"","resources":""', {}],
  ['"requestId":""', { requestId: '' }],
  ['"statement":null,"resources":null', {}],
  ['"resources":["r"]', { resources: ['r'] }],
  ['"other":{"nonce":"x","nonce":"y"}', {}],
  ['"other":[{"nonce":"x"},"nonce"]', {}],
  ['"my-field":1,"myField":2', {}],
])('with %s it has %j besides', (more, expected) => {
  expect(fieldsOf(`{${more},${least}}`)).toMatchObject({ nonce: 'n', ...expected });
});

test.each([
  ['[]', 'the message is not a JSON object'],
  ['null', 'the message is not a JSON object'],
  ['5', 'the message is not a JSON object'],
  ['{', 'the message is not a JSON object'],
  [`{${least},"nonce":"m"}`, 'the message has the field nonce twice'],
  [`{"a":[],"nonce":"m",${least}}`, 'the message has the field nonce twice'],
  [`{"a":{"b":[{}]},"nonce":"m",${least}}`, 'the message has the field nonce twice'],
  [`{"a":[[],"]"],"nonce":"m",${least}}`, 'the message has the field nonce twice'],
  [`{${least},"nonce":"m","uri":"v"}`, 'the message has the field nonce twice'],
  [`{"chain_id":1,${least}}`, 'the message has the field chainId twice'],
  [`{${least.replace('"nonce":"n",', '')}}`, 'the message has no nonce'],
  [`{${least.replace('"n"', '5')}}`, 'the field nonce of the message is not text'],
  [`{${least.replace('"1"', 'true')}}`, 'version is neither text nor a number'],
  [`{${least.replace(':1,', ':"01",')}}`, 'the chain id is not one of EIP-155'],
  [`{${least.replace(':1,', ':[1],')}}`, 'the chain id is not one of EIP-155'],
  [`{"resources":[1],${least}}`, 'the resources of the message are not a list of texts'],
  [`{"resources":"r",${least}}`, 'the resources of the message are not a list of texts'],
])('%s is rejected: %s', (json, message) => {
  expect(() => fieldsOf(json)).toThrow(expect.objectContaining({ name: 'MessageError', message }));
});

test('the version and the chain id may be written otherwise', () => {
  const other = least.replace('"1"', '1').replace(':1,"nonce"', ':"10","nonce"');
  expect(fieldsOf(`{${other}}`)).toMatchObject({ version: '1', chainId: 10 });
});
