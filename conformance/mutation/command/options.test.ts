import { describe, expect, test } from 'vitest';
import { readOptions } from './options.ts';

const document = ['--document', 'cinema.yaml', '--url', 'http://127.0.0.1:8090'];

describe('the requests and answers of a run', () => {
  test('are written if one faulty server is named', () => {
    const request = { mutant: 'listFilms is not there', har: 'run.har' };
    const given = ['--mutant', request.mutant, '--har', request.har];
    expect(readOptions([...document, ...given])).toMatchObject({ kind: 'run', options: request });
    expect(readOptions(['--service', 'vault', ...given])).toMatchObject({ kind: 'run', options: request });
  });

  test('are not written for all faulty servers', () => {
    expect(JSON.stringify(readOptions([...document, '--har', 'run.har']))).toContain('--har needs --mutant');
  });

  test('are mentioned in the help', () => {
    expect(JSON.stringify(readOptions(['--help']))).toContain('--har <file>');
  });
});

describe('the old name of the option', () => {
  test('is an error that names the new one', () => {
    const problem = expect.stringMatching(/^--fault was renamed: use --mutant instead\. Try: /);
    expect(readOptions([...document, '--fault', 'listFilms is not there'])).toEqual({ kind: 'usage', problem });
    expect(readOptions(['--fault=*'])).toEqual({ kind: 'usage', problem });
  });

  test('is not in the help', () => {
    expect(JSON.stringify(readOptions(['--help']))).not.toContain('--fault');
  });
});
