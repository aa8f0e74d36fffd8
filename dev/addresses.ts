import type { Running } from './running-file.ts';

/** The table of addresses that `npm start` prints when everything answers. */
export function describeAddresses(running: Running): string {
  const rows: [string, string][] = [
    ['Site', running.site],
    ['API', `${running.api}/api/contact`],
    ['Queue board', `${running.site}/ops/queues (an account: npm run users -- add NAME)`],
    ['Metrics', [running.metrics.api, running.metrics.worker].filter(Boolean).join('  ')],
    ['Mail', running.outbox || 'sent through SMTP_URL'],
    ['MongoDB', running.mongodb],
    ['Redis', running.redis],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`);
  return ['', ...lines, '', 'Ready. Press Ctrl-C to stop; the data is kept.'].join('\n');
}
