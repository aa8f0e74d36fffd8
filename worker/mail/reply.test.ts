import { expect, it } from 'vitest';

import { companyFrom } from '#contract/company.ts';
import { firm } from '#support/firms/karoo/firm.ts';
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

function replied(texts: readonly [id: string, text: string, isSent: boolean][]) {
  const replies = texts.map(([id, text, isSent]) => ({ ...written(id, isSent), text }));
  return reply(
    {
      _id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      reference: 'FJF6-CYBM',
      firstName: 'Thandiwe',
      lastName: 'Ngcobo',
      email: 'thandiwe@example.org',
      message: 'Good day',
      createdAt: at,
      notifications: {
        acknowledgement: sent,
        reply: { ...sent, replyId: replies.at(-1)?.id },
      },
      handling: { version: 2, doneAt: null, notes: [], replies },
    } as unknown as Parameters<typeof reply>[0],
    config,
  );
}

it('refers to the acknowledgement and earlier replies, never to itself', () => {
  const { inReplyTo, references } = replied([
    ['first', 'Thank you.', true],
    ['second', 'Thank you.', true],
  ]);
  expect(references).toHaveLength(2);
  expect(references?.[1]).toContain('first');
  expect(inReplyTo).toBe(references?.[1]);
});

it('says the same in both parts: links work, and an aligned table keeps its spaces', () => {
  const typed = [
    'Please read https://example.co.za/fees?year=2026&in=ZAR and write to fees@example.co.za.',
    '',
    '  Member      R 1 200\n  Non-member  R 1 850',
  ].join('\n');
  const { text, html } = replied([['first', typed, false]]);
  expect(text).toContain(typed);
  expect(html).toContain('href="https://example.co.za/fees?year=2026&amp;in=ZAR"');
  expect(html).toContain('href="mailto:fees@example.co.za"');
  const shown = html
    .replace(/<br \/>\n/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00A0', ' ')
    .replaceAll('&amp;', '&');
  for (const line of typed.split('\n')) expect(shown).toContain(line);
});
