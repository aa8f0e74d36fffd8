import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { contactPath } from '../../contract/api.ts';
import { enquiry } from './enquiry.ts';
import type { OnAnswer } from './load.ts';

/**
 * Begins requests at an even pace, whether or not earlier ones have been answered. Each is timed
 * from when it was due, so that a server that holds everybody up is not flattered.
 */
export async function sendSteadily(
  url: string,
  requests: number,
  perSecond: number,
  onAnswer: OnAnswer,
): Promise<void> {
  const run = randomUUID();
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const answers: Promise<void>[] = [];
  for (let number = 0; number < requests; number += 1) {
    const due = started + (number * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    answers.push(
      post(agent, url, enquiry(run, number)).then((status) =>
        onAnswer(status, performance.now() - due),
      ),
    );
  }
  await Promise.all(answers);
  agent.destroy();
}

function post(agent: Agent, url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const sent = request(`${url}${contactPath}`, {
      method: 'POST',
      agent,
      headers,
      timeout: 10_000,
    });
    sent.once('response', (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('timeout', () => sent.destroy(new Error('No answer in ten seconds.')));
    sent.once('error', reject);
    sent.end(body);
  });
}
