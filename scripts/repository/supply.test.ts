/** Checks dependencies and the image: licences, and that nothing unnecessary is included. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const text = (path: string) => readFile(join(root, path), 'utf8');

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
}

const PERMISSIVE = new Set(
  ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'CC0-1.0', 'CC-BY-4.0'].concat([
    'BlueOak-1.0.0',
    'Python-2.0',
    'MIT-0',
    'Zlib',
    'WTFPL',
  ]),
);

/** An expression with OR requires one permissive licence, one with AND all of them. */
function isPermissive(licence: string): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => PERMISSIVE.has(one.trim())));
}

describe('dependencies', async () => {
  const lock: { packages: Record<string, Locked> } = JSON.parse(await text('package-lock.json'));
  const foreign = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

  it('outside development have permissive licences, or are named in THIRD-PARTY.md', async () => {
    const named = [...(await text('THIRD-PARTY.md')).matchAll(/`([\w@./-]+)`/g)].map(([, name]) => name);
    const others = foreign
      .filter(([, { dev, license = '' }]) => dev !== true && !isPermissive(license))
      .map(([path]) => path.split('node_modules/').at(-1) ?? path);
    expect(others.filter((name) => !named.some((one) => name === one || name.startsWith(`${one}-`)))).toEqual([]);
  });

  it('are the locked ones', () => {
    expect(foreign.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
  });
});

describe('the image', async () => {
  const dockerfile = await text('deploy/Dockerfile');

  /** A package of this repository and everything that it imports. */
  async function closure(name: string, found = new Set<string>()): Promise<Set<string>> {
    const folder = name.replace('@wallet-services/', '').replace(/^contract$/, 'generated');
    if (found.has(folder)) return found;
    found.add(folder);
    const { dependencies = {} } = JSON.parse(await text(`${folder}/package.json`));
    for (const one of Object.keys(dependencies).filter((each) => each.startsWith('@wallet-services/'))) {
      await closure(one, found);
    }
    return found;
  }

  it('holds the packages that the server imports, and nothing else of the repository', async () => {
    const copied = [...dockerfile.matchAll(/^COPY (\w+) \1$/gm)].map(([, folder]) => folder);
    const needed = [...(await closure('@wallet-services/server'))].toSorted();
    expect(copied.toSorted()).toEqual(needed);
    const allowed = [...(await text('deploy/Dockerfile.dockerignore')).matchAll(/^!(\w+)$/gm)].map(([, name]) => name);
    expect(allowed.toSorted()).toEqual(needed);
    expect(dockerfile).not.toMatch(/^COPY (\.|--chown)/m);
    expect(dockerfile).toMatch(/^RUN npm ci --ignore-scripts --omit=dev/m);
  });

  it('and those beside it are named by their digests by a script, again and again', async ({ onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'images-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const name of ['Dockerfile', 'compose.yaml', 'pin.sh'])
      await copyFile(join(root, 'deploy', name), join(folder, name));
    const pin = async (digest: string) => {
      await writeFile(join(folder, 'docker'), `#!/bin/sh\necho '${digest}'\n`, { mode: 0o755 });
      await promisify(execFile)(join(folder, 'pin.sh'), { env: { PATH: `${folder}:${process.env['PATH']}` } });
      return Promise.all(['Dockerfile', 'compose.yaml'].map((name) => readFile(join(folder, name), 'utf8')));
    };
    for (const letter of ['a', 'b']) {
      const digest = `sha256:${letter.repeat(64)}`;
      const [built = '', composed = ''] = await pin(digest);
      expect(built.match(/^FROM .*:.*/gm)).toEqual([`FROM node:24-slim@${digest} AS base`]);
      const images = [...composed.matchAll(/^ {4}image: (.*)/gm)].map(([, image]) => image);
      expect(images).toEqual([`postgres:17@${digest}`, `haproxy:3.2@${digest}`]);
    }
    await expect(pin('Error: no such image')).rejects.toThrow('has no digest');
  });

  it('runs without rights that it does not need', async () => {
    const [deployment] = parseAllDocuments(await text('deploy/kubernetes/server.yaml')).map((one) => one.toJS());
    const pod = deployment.spec.template.spec;
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const { securityContext } of pod.containers) {
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('is composed of services that this machine alone reaches, each with an image of a version or a build', async () => {
    const { services } = parse(await text('deploy/compose.yaml'));
    for (const [name, { image, build, ports = [] }] of Object.entries<{
      image?: string;
      build?: { dockerfile: string };
      ports?: readonly string[];
    }>(services)) {
      expect([name, build?.dockerfile ?? image]).toEqual([
        name,
        expect.stringMatching(/^deploy\/Dockerfile$|:[\w.]+(@sha256:\w{64})?$/),
      ]);
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    }
  });
});
