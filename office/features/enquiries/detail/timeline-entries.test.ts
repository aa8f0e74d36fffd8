import { expect, it } from 'vitest';

import type { TimelineEvent } from '../../../office-views.ts';
import { entriesOf, wordsFor } from './timeline-entries.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 22, 8, minutes)).toISOString();

function words(...events: TimelineEvent[]): string[] {
  return entriesOf(events, []).map((entry) => entry.words);
}

it('tells of being received and stored as of one thing, unless it had to wait', () => {
  const received = { at: at(0), what: 'received' } as const;
  expect(words(received, { at: at(0), what: 'stored' })).toHaveLength(1);
  expect(words(received, { at: at(30), what: 'stored' })).toHaveLength(2);
});

it('puts notes with their words in their places, in the order of time', () => {
  const note = { id: crypto.randomUUID(), by: 'naledi', at: at(2), text: 'Called them.' };
  const entries = entriesOf(
    [
      { at: at(1), what: 'opened', by: 'naledi' },
      { at: at(2), what: 'noted', by: 'naledi', done: true },
      { at: at(3), what: 'finished', by: 'naledi', done: true },
    ],
    [note],
  );
  expect(entries.map((entry) => entry.note?.text ?? entry.words)).toEqual([
    'naledi read it',
    'Called them.',
    'naledi finished it',
  ]);
});

it('tells once of what was done several times one after another', () => {
  const opened = (minute: number, by: string) => ({ at: at(minute), what: 'opened' as const, by });
  const entries = entriesOf([opened(1, 'a'), opened(2, 'a'), opened(3, 'b'), opened(4, 'a')], []);
  expect(entries.map(({ words: said, times }) => `${said} ${times}`)).toEqual([
    'a read it 2',
    'b read it 1',
    'a read it 1',
  ]);
});

it.each<[string, Omit<TimelineEvent, 'at'>]>([
  ['naledi took it', { what: 'assigned', by: 'naledi', detail: 'new → open naledi' }],
  ['naledi gave it to sipho', { what: 'assigned', by: 'naledi', detail: 'new → open sipho' }],
  ['naledi gave it back', { what: 'assigned', by: 'naledi', detail: 'open naledi → new' }],
  [
    'Held as spam: hardly anything but links',
    { what: 'held', detail: 'hardly anything but links' },
  ],
  [
    'The mail to staff failed (smtp 550)',
    { what: 'mail-failed', kind: 'staff', detail: 'smtp 550' },
  ],
  ['The confirmation to the visitor was sent', { what: 'mailed', kind: 'acknowledgement' }],
  [
    'naledi corrected email, message',
    { what: 'corrected', by: 'naledi', detail: 'email, message' },
  ],
  ['naledi finished it, which did not succeed', { what: 'finished', by: 'naledi', done: false }],
])('says %j', (sentence, event) => {
  expect(wordsFor({ at: at(0), ...event })).toBe(sentence);
});
