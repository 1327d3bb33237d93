import { describe, expect, test } from 'vitest';
import { readTeeth } from './options.ts';

const document = ['--document', 'cinema.yaml', '--url', 'http://127.0.0.1:8090'];

describe('the requests and answers of a run', () => {
  test('are written where one faulty server is named', () => {
    const asked = { fault: 'listFilms is not there', har: 'run.har' };
    const given = ['--fault', asked.fault, '--har', asked.har];
    expect(readTeeth([...document, ...given])).toMatchObject({ kind: 'run', options: asked });
    expect(readTeeth(['--service', 'vault', ...given])).toMatchObject({ kind: 'run', options: asked });
  });

  test('are not of all of them', () => {
    expect(JSON.stringify(readTeeth([...document, '--har', 'run.har']))).toContain('--har needs --fault');
  });

  test('are told of by the help', () => {
    expect(JSON.stringify(readTeeth(['--help']))).toContain('--har <file>');
  });
});
