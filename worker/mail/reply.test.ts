import { expect, it } from 'vitest';

import { companyFrom } from '../../contract/company.ts';
import { firm } from '../../testing/firms/karoo/firm.ts';
import { readWorkerConfig } from '../config.ts';
import { reply } from './reply.ts';

const config = {
  ...readWorkerConfig({ MAIL_FROM: 'office@example.co.za' }),
  company: companyFrom(firm),
};
const at = new Date('2026-03-02T08:00:00Z');
const sent = { status: 'sent', updatedAt: at } as const;

function written(id: string, isSent: boolean) {
  return {
    id,
    at,
    by: 'naledi',
    name: 'Naledi',
    text: 'Thank you.',
    ...(isSent ? { outcome: sent } : {}),
  };
}

it('refers to the acknowledgement and earlier replies, never to itself', () => {
  const { inReplyTo, references } = reply(
    {
      _id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      reference: 'FJF6-CYBM',
      firstName: 'Thandiwe',
      lastName: 'Ngcobo',
      email: 'thandiwe@example.org',
      message: 'Good day',
      createdAt: at,
      notifications: { acknowledgement: sent, reply: { ...sent, replyId: 'second' } },
      handling: {
        version: 2,
        doneAt: null,
        notes: [],
        replies: [written('first', true), written('second', true)],
      },
    } as unknown as Parameters<typeof reply>[0],
    config,
  );
  expect(references).toHaveLength(2);
  expect(references?.[1]).toContain('first');
  expect(inReplyTo).toBe(references?.[1]);
});
