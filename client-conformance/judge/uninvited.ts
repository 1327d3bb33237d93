/** Checks that a request has the inputs that the client was given, and nothing else. */
import { bodyOf, documentedHeaders } from '@wallet-services/conformance/testing/clients';
import { eachText } from '@wallet-services/kit/harmless';
import type { CommandInput } from '../protocol.ts';
import type { Watched } from '../watcher.ts';
import { nameOf } from './contract.ts';
import { difference, sameText } from './meaning.ts';
import type { Problem } from './problem.ts';

type Texts = Readonly<Record<string, string | undefined>>;

function texts(values: Readonly<Record<string, string | number | boolean>> = {}): Texts {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

function textProblems(place: string, expected: Texts, actual: Texts): readonly Problem[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].flatMap((name) => {
    const [want, sent] = [expected[name], actual[name]];
    if (want === sent || (want !== undefined && sent !== undefined && sameText(want, sent))) return [];
    const absent = `no ${name} in the ${place}`;
    return [
      {
        expected: want === undefined ? absent : `${name} in the ${place}: ${JSON.stringify(want)}`,
        actual: sent === undefined ? absent : JSON.stringify(sent),
      },
    ];
  });
}

/** Headers carry bytes, which Node.js reads as characters of Latin-1. */
function headerText(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const read = bytes.toString('utf8');
  return read.includes('\ufffd') ? text : read;
}

function bodyProblems(expected: unknown, watched: Watched): readonly Problem[] {
  if (expected === undefined) return [];
  const sent = bodyOf(watched.request);
  if (sent === undefined) return [{ expected: `${nameOf(watched)}: the body that the step gave`, actual: 'none' }];
  const problem = difference(expected, sent, 'body');
  return problem === null ? [] : [{ ...problem, expected: `in the body ${problem.expected}` }];
}

/** The differences between a request and the inputs that the client was given. */
export function requestProblems(input: CommandInput, watched: Watched): readonly Problem[] {
  const { operation, request, path } = watched;
  if (operation === undefined) return [];
  return [
    ...textProblems('path', texts(input.path), path),
    ...textProblems('query', texts(input.query), Object.fromEntries(request.query)),
    ...textProblems(
      'headers',
      texts(input.header),
      eachText(documentedHeaders(operation, request.headers), headerText),
    ),
    ...bodyProblems(input.body, watched),
  ];
}
