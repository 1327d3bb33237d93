import { describe, expect, test } from 'vitest';
import { addressesIn, nextIn, parameterIn } from './addresses.ts';

test.each([
  ['<https://a.example/books?page=2>; rel="next"', 'https://a.example/books?page=2'],
  ['</books?page=1>; rel="prev", </books?page=3>; rel="next"', '/books?page=3'],
  ['<?page=2>;REL=Next', '?page=2'],
  ['</books?ids=1,2&page=2>; title="a; b"; rel="last next"', '/books?ids=1,2&page=2'],
  ['</books?page=9>; rel="last"', ''],
  ['</books?page=9>; rel="nextish"', ''],
  ['/books?page=2', ''],
])('the next page of Link: %s', (value, address) => {
  expect(nextIn('Link', value)).toBe(address);
});

test('any other header holds the address itself', () => {
  expect(nextIn('Next-Page', '/books?page=2')).toBe('/books?page=2');
});

test.each([
  ['https://a.example/books?limit=2&after=x%2Fy', 'x/y'],
  ['?after=7', '7'],
  ['/books?limit=2', ''],
  ['http://[', ''],
])('the parameter "after" of %s', (address, value) => {
  expect(parameterIn(address, 'after')).toBe(value);
});

describe('headers of an answer', () => {
  test('are kept where they hold an address', () => {
    const headers = { Link: ['</a>; rel=next', '</b>; rel=last'], 'next-page': 'https://a.example/', etag: '"7"' };
    expect(addressesIn(headers)).toEqual({ link: '</a>; rel=next, </b>; rel=last', 'next-page': 'https://a.example/' });
  });

  test('are not kept if they are very long, or kept elsewhere', () => {
    expect(addressesIn({ link: `</${'a'.repeat(9000)}>`, location: '/books/1', 'x-none': undefined })).toEqual({});
  });
});
