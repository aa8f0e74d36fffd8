import { expect, it } from 'vitest';

import { notifications } from '../../../../contract/notifications.ts';
import type { TimelineEvent } from '../../../office-views.ts';
import { entriesOf, wordsFor } from './timeline-entries.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 22, 8, minutes)).toISOString();

const none = { notes: [], replies: [] };

function words(...events: TimelineEvent[]): string[] {
  return entriesOf(events, none).map((entry) => entry.words);
}

it('shows receiving and storing as one event, unless storing was delayed', () => {
  const received = { at: at(0), what: 'received' } as const;
  expect(words(received, { at: at(0), what: 'stored' })).toHaveLength(1);
  expect(words(received, { at: at(30), what: 'stored' })).toHaveLength(2);
});

it('includes notes and replies in chronological order', () => {
  const written = { id: crypto.randomUUID(), by: 'naledi' };
  const notes = [{ ...written, at: at(2), text: 'Called them.' }];
  const replies = [{ ...written, name: 'Naledi', at: at(3), text: 'Dear Thandi' }];
  const entries = entriesOf(
    [
      { at: at(1), what: 'enquiry.open', by: 'naledi' },
      { at: at(2), what: 'enquiry.note', by: 'naledi' },
      { at: at(3), what: 'enquiry.reply', by: 'naledi', to: { owner: 'naledi' } },
      { at: at(4), what: 'enquiry.reply', by: 'naledi', to: { state: 'done' } },
    ],
    { notes, replies },
  );
  expect(entries.map(({ text, words: sentence }) => text ?? sentence)).toEqual([
    'naledi opened it',
    'Called them.',
    'Dear Thandi',
    'naledi closed it',
  ]);
});

it('collapses consecutive identical events', () => {
  const opened = (minute: number, by: string) => ({ at: at(minute), what: 'enquiry.open', by });
  const entries = entriesOf([opened(1, 'a'), opened(2, 'a'), opened(3, 'b'), opened(4, 'a')], none);
  expect(entries.map(({ words: sentence, times }) => `${sentence} ${times}`)).toEqual([
    'a opened it 2',
    'b opened it 1',
    'a opened it 1',
  ]);
});

it.each<[string, Omit<TimelineEvent, 'at'>]>([
  ['naledi assigned it to sipho', { what: 'enquiry.assign', to: { owner: 'sipho' } }],
  ['naledi unassigned it', { what: 'enquiry.assign', to: { owner: null } }],
  ['naledi corrected email, message', { what: 'person.correct', conditions: ['email', 'message'] }],
  ['naledi closed it (failed)', { what: 'enquiry.close', done: false, isSevere: true }],
  ['naledi: enquiry.unknown', { what: 'enquiry.unknown' }],
])('describes an event as %j', (sentence, event) => {
  expect(wordsFor({ at: at(0), by: 'naledi', ...event })).toBe(sentence);
});

it('says which email failed, and why', () => {
  const failed = { at: at(0), what: 'mail-failed', kind: 'staff', detail: 'smtp 550' } as const;
  expect(wordsFor(failed)).toContain(notifications.staff.phrase);
  expect(wordsFor(failed)).toContain('smtp 550');
});
