import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { ensure } from '#support/programs.ts';
import { projectRoot } from '../../dev/processes.ts';
import { anchorOf } from '../../office/page-list.ts';

const promtool = ensure('promtool');
const rules = 'deploy/observability/alerts.yml';

function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(promtool, args, {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

function read(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}

it('Prometheus accepts the configuration and the rules', () => {
  expect(run('check', 'rules', rules)).toMatchObject({ status: 0 });
  const config = 'deploy/observability/prometheus.yml';
  expect(run('check', 'config', '--syntax-only', config)).toMatchObject({ status: 0 });
});

it('each alert fires when it should, and not before', () => {
  expect(run('test', 'rules', 'tests/ops/alerts.promtool.yml')).toMatchObject({ status: 0 });
});

const names = [...read(rules).matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
const runbooks = [...read(rules).matchAll(/runbook: '([^,]+), ([^']+)'\n +runbook_url: '(.+)'/g)];

it.each(names)('%s has a test, and a description in docs/operations.md', (name) => {
  expect(read('tests/ops/alerts.promtool.yml')).toContain(`alertname: ${name}`);
  expect(read('docs/operations.md')).toContain(`\`${name}\``);
});

it('each alert names an existing runbook, and links to it', () => {
  expect(runbooks).toHaveLength(names.length);
  for (const [, file = '', title = '', link] of runbooks) {
    expect(read(file)).toContain(`### ${title}\n`);
    expect(link).toContain(`#${anchorOf(title)}{{`);
  }
});
