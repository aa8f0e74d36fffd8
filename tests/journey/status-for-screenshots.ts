import type { Page } from 'playwright-core';

import { officeApi, type AnswerOf } from '../../office/office-api.ts';
import type { FindingView } from '../../office/features/status/actions.ts';

type Health = AnswerOf<'status.health'>;
type QueuesView = AnswerOf<'queue.list'>;

export const situations = ['well', 'warning', 'outage'] as const;

type Situation = (typeof situations)[number];

const well: [id: string, subject: string, says: string, latency: number][] = [
  ['redis', 'Redis', 'Redis accepts writes, and uses 4% of its maxmemory.', 2],
  ['mongodb', 'MongoDB', 'MongoDB answers, and a majority confirmed a write on disk.', 6],
  ['site', 'Site', 'https://www.example.co.za answers.', 41],
  ['api', 'API', 'https://www.example.co.za answers.', 12],
  ['worker', 'Worker', 'Running: 1.4.0 on worker-1, 1.4.0 on worker-2.', 1],
  ['mail', 'Email', 'Emails go to mail.example.co.za:587. Last accepted: 4 min ago.', 1],
  ['waiting', 'Waiting jobs', 'No job is waiting.', 3],
  ['backups', 'Backups', 'The newest backup in /backups is 4 h old.', 1],
];

const failedJobs: FindingView = {
  ...{ id: 'failed-jobs', level: 'warning', subject: 'Failed jobs', latency: 3 },
  says: 'Failed jobs in notifications: 4.',
  remedy: 'Find the cause, then retry them on the page Status.',
  link: 'docs/operations.md#failed-jobs',
};

const redisDown: FindingView = {
  ...{ id: 'redis', level: 'critical', subject: 'Redis', latency: 1_500 },
  says: 'Redis is not answering (refused).',
  remedy: 'Follow the runbook.',
  link: 'docs/operations.md#redis-is-down',
};

function findingsOn(situation: Situation): FindingView[] {
  const findings = well.map(([id, subject, says, latency]): FindingView => {
    if (situation !== 'outage' || !/^(redis|api|worker|mail|waiting)/.test(id)) {
      return { id, level: 'ok', subject, says, latency };
    }
    if (id === 'redis') return redisDown;
    const of = { id, subject, latency, because: 'redis' };
    return id === 'api'
      ? { ...of, level: 'critical', says: 'https://www.example.co.za answers with 503.' }
      : { ...of, level: 'unknown', says: 'Not checked: Redis comes first.' };
  });
  return situation === 'warning' ? [...findings, failedJobs] : findings;
}

function healthOn(situation: Situation): Health {
  const level = ({ well: 'ok', warning: 'warning', outage: 'critical' } as const)[situation];
  return { level, findings: findingsOn(situation) };
}

function queuesOn(situation: Situation): QueuesView {
  const at = new Date().toISOString();
  if (situation === 'outage') return { at, queues: [] };
  const idle = { waiting: 0, active: 0, delayed: 0, failed: 0, oldest: 0, isPaused: false };
  const isWarning = situation === 'warning';
  return {
    at,
    queues: [
      { name: 'submissions', ...idle },
      { name: 'notifications', ...idle, failed: isWarning ? 4 : 0 },
      { name: 'maintenance', ...idle, delayed: 3, isPaused: isWarning },
    ],
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
    await page.evaluate('scrollTo(0, 0)');
  };
}
