import type { Page } from 'playwright-core';

import { officeApi, type AnswerOf } from '../../office/office-api.ts';
import {
  stationNames,
  type FindingView,
  type StationName,
} from '../../office/features/status/actions.ts';

type Health = AnswerOf<'status.health'>;
type QueuesView = AnswerOf<'queue.list'>;

export const situations = ['well', 'warning', 'outage'] as const;

type Situation = (typeof situations)[number];

const minute = 60_000;

const well: [id: string, subject: string, says: string][] = [
  ['redis', 'Redis', 'Redis accepts writes.'],
  ['redis-memory', 'Redis memory', '18.4 MB in use, 4 % of its maxmemory.'],
  ['mongodb', 'MongoDB', 'MongoDB answers, and a majority confirmed a write on disk.'],
  ['mail', 'Mail server', 'The mail server accepts our login.'],
  ['site', 'Site', 'https://www.example.co.za answers with its home page.'],
  ['api', 'API', 'Reachable through the web server.'],
  ['worker', 'Worker', 'Running: 1.4.0 on worker-1, seen 2 s ago.'],
  [
    'queues.submissions',
    'Queues',
    'submissions: 0 waiting, 0 active, 0 delayed; the oldest has waited 0 s.',
  ],
  ['quarantine', 'Quarantine', '3 enquiries in quarantine.'],
  ['backups', 'Backups', 'The newest backup in /backups is 4 h old.'],
];

const failedJobs: FindingView = {
  ...{ id: 'failed-jobs.notifications', level: 'warning', subject: 'Failed jobs' },
  ...{ says: 'Failed jobs in notifications: 4.' },
  remedy: 'See ‘Failed jobs’ in docs/operations.md.',
};

const redisDown: FindingView = {
  ...{
    id: 'redis',
    level: 'critical',
    subject: 'Redis',
    says: 'Redis is not answering at 127.0.0.1. New enquiries are being refused.',
  },
  ...{ remedy: 'See ‘Redis is down’ in docs/operations.md.' },
};

function findingsOn(situation: Situation): FindingView[] {
  const findings = well.map(([id, subject, says]): FindingView => {
    if (situation !== 'outage' || !/^(redis|api|worker|queues)/.test(id)) {
      return { id, level: 'ok', subject, says };
    }
    if (id === 'redis') return redisDown;
    const because = 'redis';
    if (id !== 'api') {
      const unseen =
        'Not checked: Redis is not answering at 127.0.0.1. New enquiries are being refused.';
      return { id, level: 'unknown', subject, says: unseen, because };
    }
    const answers = 'The web server returns 503.';
    return { id, level: 'critical', subject, says: answers, because };
  });
  return situation === 'warning' ? [...findings, failedJobs] : findings;
}

const latencies: Record<StationName, number> = {
  ...{ site: 41, api: 12, redis: 2, worker: 1, mongodb: 6, mail: 38 },
};

function healthOn(situation: Situation): Health {
  const findings = findingsOn(situation);
  const isDown = situation === 'outage';
  return {
    lookedAt: new Date().toISOString(),
    level: situation === 'well' ? 'ok' : isDown ? 'critical' : 'warning',
    findings,
    chain: stationNames.map((name) => {
      const { level = 'ok', says = '' } = findings.find(({ id }) => id === name) ?? {};
      const isKnown = level === 'ok';
      const own = ['api', 'worker'].includes(name) && !isDown ? [1, 2] : [];
      const processes = own.map((place) => ({
        ...{ name: `${name}-${place}`, version: '1.4.0', age: place + 1 },
      }));
      return { name, level, says, latency: isKnown ? latencies[name] : null, processes };
    }),
  };
}

function queuesOn(situation: Situation): QueuesView {
  if (situation === 'outage') return { queues: [], unavailable: ['redis'] };
  const at = (age: number) => new Date(Date.now() - age * minute).toISOString();
  const idle = { waiting: 0, active: 0, delayed: 0, failed: 0, oldest: 0, paused: null };
  const isWarning = situation === 'warning';
  return {
    queues: [
      { name: 'submissions', ...idle },
      { name: 'notifications', ...idle, failed: isWarning ? 4 : 0 },
      {
        ...{ name: 'maintenance', ...idle, delayed: 3 },
        paused: isWarning
          ? { by: 'pieter', at: at(9), reason: 'the mail server is being replaced' }
          : null,
      },
    ],
    unavailable: [],
  };
}

/** Makes the status page show a situation. */
export function showStatus(situation: Situation): (page: Page) => Promise<void> {
  return async (page) => {
    await page.route(`**${officeApi['status.health'].path}`, (route) =>
      route.fulfill({ json: healthOn(situation) }),
    );
    await page.route(`**${officeApi['queue.list'].path}`, (route) =>
      route.fulfill({ json: queuesOn(situation) }),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'Enquiry pipeline' }).waitFor();
    await page.getByLabel('14 days').check();
    await page.getByRole('heading', { name: 'Accepted' }).waitFor();
    await page.evaluate('scrollTo(0, 0)');
  };
}
