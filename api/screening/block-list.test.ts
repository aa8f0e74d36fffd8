import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createEnquiry, type Enquiry } from '../../testing/enquiry.ts';
import { findBlocked, parseBlockList, watchBlockList } from './block-list.ts';

function found(values: string[], change: Partial<Enquiry>): string[] {
  const signs = findBlocked(createEnquiry(change), parseBlockList(values));
  return signs.map(({ reason }) => reason);
}

describe('a blocked domain', () => {
  const sender = ['comes from the blocked domain casino.example'];
  const linked = ['mentions the blocked domain casino.example'];

  it.each([
    ['max@casino.example', sender],
    ['Max@Mail.CASINO.example', sender],
    ['max@notcasino.example', []],
    ['max@casino.example.org', []],
    ['casino.example@example.org', []],
  ])('matches senders at the domain and its subdomains, but no others: %s', (email, reasons) => {
    expect(found(['casino.example'], { email })).toEqual(reasons);
  });

  it.each([
    ['See https://casino.example/win?a=1 today.', linked],
    ['See WWW.Casino.Example/win and http://play.casino.example.', linked],
    ['Write to max@casino.example please.', linked],
    ['See casino[.]example/win today.', linked],
    ['See ｃａｓｉｎｏ.example/win today.', linked],
    ['See cas\u200bino.example/win today.', linked],
    ['Go to https://example.org/?to=casino.example now.', linked],
    ['It is casino.example... really.', linked],
    ['See https://casino.example.org today.', []],
  ])('matches links and addresses in the text, but not other domains: %s', (message, reasons) => {
    expect(found(['casino.example'], { message })).toEqual(reasons);
  });

  it('matches both spellings of an internationalised domain', () => {
    const reasons = ['mentions the blocked domain xn--bcher-kva.example'];
    for (const host of ['bücher.example', 'xn--bcher-kva.example']) {
      expect(found(['xn--bcher-kva.example'], { message: `https://${host}/` })).toEqual(reasons);
    }
  });

  it('is reported only once if both the sender and the text match', () => {
    const message = 'https://casino.example and https://loans.example, https://loans.example/2';
    const reasons = found(['loans.example', 'casino.example'], {
      email: 'max@casino.example',
      message,
    });
    expect(reasons).toEqual([...sender, 'mentions the blocked domain loans.example']);
  });
});

describe('a blocked phrase', () => {
  it.each([
    ['We sell GUEST  posting,\nrélâx!', true],
    ['We sell guest-posting. Relax', true],
    ['We sell guest\u200b posting relax', true],
    ['We sell guest postings relax', false],
    ['We sell aguest posting relax', false],
    ['We sell guest posting and relax', false],
  ])('matches only whole words, ignoring case, spacing and accents: %s', (message, isFound) => {
    const reasons = isFound ? ['contains the blocked phrase “guest posting rélax”'] : [];
    expect(found(['guest posting rélax'], { message })).toEqual(reasons);
  });

  it('is also found in the name and the organisation', () => {
    const reasons = ['contains the blocked phrase “click for bonus”'];
    expect(found(['click for bonus'], { organisation: 'Click for Bonus' })).toEqual(reasons);
    expect(found(['click for bonus'], { lastName: 'click for bonus' })).toEqual(reasons);
  });

  it('may consist of Cyrillic letters that look Latin', () => {
    const message = 'Предлагаем ремонт авто недорого.';
    expect(found(['ремонт авто'], { message })).toHaveLength(1);
  });

  it('is not a regular expression', () => {
    expect(found(['guest [a-z]+ posting'], { message: 'guest and posting' })).toEqual([]);
    expect(found(['a (free) audit+'], { message: 'A free audit for you' })).toHaveLength(1);
  });
});

describe('the block list in Redis', () => {
  let answer: string | null | Error = null;
  const redis = {
    get: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
  };
  const spam = createEnquiry({ email: 'max@casino.example' });
  let list: ReturnType<typeof watchBlockList>;

  beforeEach(() => {
    vi.useFakeTimers();
    list = watchBlockList(redis, 'test');
  });

  afterEach(() => {
    list.stop();
    vi.useRealTimers();
  });

  async function countFound(next: typeof answer): Promise<number> {
    answer = next;
    await vi.advanceTimersByTimeAsync(5_000);
    return list.find(spam).length;
  }

  it('is read every few seconds', async () => {
    expect(await countFound('["casino.example"]')).toBe(1);
    expect(await countFound('["casino.example","loans.example"]')).toBe(1);
    expect(await countFound('[]')).toBe(0);
  });

  it('stays in use while Redis is down or no longer has a valid list', async () => {
    expect(await countFound(null)).toBe(0);
    expect(await countFound('["casino.example"]')).toBe(1);
    expect(await countFound(new Error('Redis does not answer'))).toBe(1);
    expect(await countFound(null)).toBe(1);
    expect(await countFound('no JSON')).toBe(1);
  });
});
