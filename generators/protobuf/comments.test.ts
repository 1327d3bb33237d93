import { expect, it } from 'vitest';
import { withLeadingComments } from './comments.ts';

it('moves comments above the declarations that they describe, and describes the purpose of messages', () => {
  const emitted = `service Shop {
  // Lists the books.
  rpc List(ListRequest) returns (ListResponse);
}

message ListRequest {
  int32 limit = 1; // How many at most; see // above.
}

// Books.
message ListResponse {}
`;
  expect(withLeadingComments(emitted)).toBe(`service Shop {
  // Lists the books.
  rpc List(ListRequest) returns (ListResponse);
}

// What List is asked with.
message ListRequest {
  // How many at most; see // above.
  int32 limit = 1;
}

// Books.
message ListResponse {}
`);
});
