import { describe, expect, it } from 'vitest';
import { classOf } from '../finding.ts';
import { compareWire } from './compare.ts';

const FILE = 'shop/v1/shop.proto';
const BEFORE = `syntax = "proto3";
package shop.v1;
// An order.
message Order {
  string id = 1;
  int32 count = 2;
}
message Empty {}
service Shop {
  rpc Read(Empty) returns (Order);
}
`;

async function change(from: string, to: string): Promise<readonly string[]> {
  const head = { label: 'HEAD', protos: new Map([[FILE, BEFORE.replace(from, to)]]) };
  const findings = await compareWire({ label: 'BASE', protos: new Map([[FILE, BEFORE]]) }, head);
  return findings.map((finding) => `${classOf(finding)} ${finding.subject} ${finding.kind}`);
}

describe('a change to the messages', () => {
  it.each([
    ['another type', 'int32 count', 'string count', ['breaking Order field-same-type']],
    ['another number', 'count = 2', 'count = 3', ['breaking Order field-no-delete']],
    [
      'another name',
      'int32 count',
      'int32 amount',
      ['breaking Order field-same-json-name', 'breaking Order field-same-name'],
    ],
    ['a method gone', '  rpc Read(Empty) returns (Order);\n', '', ['breaking Shop rpc-no-delete']],
    ['a new field', 'count = 2;', 'count = 2;\n  bool gift = 3;', ['compatible field shop.v1.Order.gift added']],
    [
      'a new message',
      'message Empty {}',
      'message Empty {}\nmessage Line { string sku = 1; }',
      ['compatible message shop.v1.Line added'],
    ],
    ['a comment', 'An order.', 'One order.', []],
    ['the order of fields', '  string id = 1;\n  int32 count = 2;', '  int32 count = 2;\n  string id = 1;', []],
  ])('is judged: %s', async (_what, from, to, expected) => {
    const found = await change(from, to);
    for (const one of expected) expect(found).toContain(one);
    expect(found.length).toBeGreaterThanOrEqual(expected.length);
    if (expected.length === 0) expect(found).toEqual([]);
  });

  it('cannot be judged when the option is unknown', async () => {
    const options = [
      'import "google/protobuf/descriptor.proto";',
      'extend google.protobuf.FieldOptions { string unit = 50001; }',
    ];
    const withUnit = (unit: string) =>
      BEFORE.replace('package shop.v1;', `package shop.v1;\n${options.join('\n')}`).replace(
        'count = 2',
        `count = 2 [(unit) = "${unit}"]`,
      );
    const findings = await compareWire(
      { label: 'BASE', protos: new Map([[FILE, withUnit('kg')]]) },
      { label: 'HEAD', protos: new Map([[FILE, withUnit('t')]]) },
    );
    expect(findings).toMatchObject([
      { subject: 'field shop.v1.Order.count', sides: { clients: { class: 'unclear' }, servers: { class: 'unclear' } } },
    ]);
  });

  it('cannot be judged when the option of a oneof is unknown', async () => {
    const withOption = (value: string) =>
      [
        'syntax = "proto3";',
        'package shop.v1;',
        'import "google/protobuf/descriptor.proto";',
        'extend google.protobuf.OneofOptions { string hint = 50001; }',
        `message Order { oneof by { option (hint) = "${value}"; string id = 1; string name = 2; } }`,
      ].join('\n');
    const findings = await compareWire(
      { label: 'BASE', protos: new Map([[FILE, withOption('a')]]) },
      { label: 'HEAD', protos: new Map([[FILE, withOption('b')]]) },
    );
    expect(findings.map((finding) => `${classOf(finding)} ${finding.subject}`)).toEqual([
      'unclear oneof shop.v1.Order.by',
    ]);
  });

  it('is breaking when an import is no longer public', async () => {
    const protos = (modifier: string) =>
      new Map([
        [FILE, BEFORE.replace('package shop.v1;', `package shop.v1;\nimport ${modifier}"shop/v1/line.proto";`)],
        ['shop/v1/line.proto', 'syntax = "proto3";\npackage shop.v1;\nmessage Line {}'],
      ]);
    const base = { label: 'BASE', protos: protos('public ') };
    const head = { label: 'HEAD', protos: protos('') };
    const classes = async (one: typeof base, other: typeof base) => (await compareWire(one, other)).map(classOf);
    expect(await classes(base, head)).toEqual(['breaking']);
    expect(await classes(head, base)).toEqual(['compatible']);
  });

  it('is reported even if buf reports a change of another message', async () => {
    const protos = (type: string, most: number) =>
      new Map([
        [
          FILE,
          [
            'syntax = "proto2";',
            'package shop.v1;',
            `message Order { optional ${type} name = 1; }`,
            `message name { extensions 100 to ${most}; }`,
          ].join('\n'),
        ],
      ]);
    const findings = await compareWire(
      { label: 'BASE', protos: protos('int32', 200) },
      { label: 'HEAD', protos: protos('string', 300) },
    );
    expect(findings.map((finding) => `${classOf(finding)} ${finding.subject}`)).toEqual([
      'breaking Order',
      'unclear message shop.v1.name',
    ]);
  });

  it('is breaking when the file was removed', async () => {
    const findings = await compareWire(
      { label: 'BASE', protos: new Map([[FILE, BEFORE]]) },
      { label: 'HEAD', protos: new Map() },
    );
    expect(findings).toMatchObject([
      { service: 'shop', kind: 'file-no-delete', sides: { clients: { class: 'breaking' } } },
    ]);
  });

  it('is compatible when the file is new', async () => {
    const findings = await compareWire(
      { label: 'BASE', protos: new Map() },
      { label: 'HEAD', protos: new Map([[FILE, BEFORE]]) },
    );
    expect(findings.map(classOf)).not.toContain('breaking');
    expect(findings.map(({ subject }) => subject)).toContain('message shop.v1.Order');
  });
});
