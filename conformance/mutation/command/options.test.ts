import { describe, expect, test } from 'vitest';
import { readOptions } from './options.ts';

const document = ['--document', 'cinema.yaml', '--url', 'http://127.0.0.1:8090'];

describe('the requests and answers of a run', () => {
  test('are written where one faulty server is named', () => {
    const request = { mutation: 'listFilms is not there', har: 'run.har' };
    const given = ['--fault', request.mutation, '--har', request.har];
    expect(readOptions([...document, ...given])).toMatchObject({ kind: 'run', options: request });
    expect(readOptions(['--service', 'vault', ...given])).toMatchObject({ kind: 'run', options: request });
  });

  test('are not of all of them', () => {
    expect(JSON.stringify(readOptions([...document, '--har', 'run.har']))).toContain('--har needs --fault');
  });

  test('are told of by the help', () => {
    expect(JSON.stringify(readOptions(['--help']))).toContain('--har <file>');
  });
});
