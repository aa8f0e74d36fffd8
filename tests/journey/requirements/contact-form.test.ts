import { expect, it } from 'vitest';

import { formIsLive } from '#support/contact-page.ts';
import { plainEnquiry } from '#support/enquiry.ts';
import { paths } from '#support/pages.ts';
import { accepted, answerWith, neverAnswer, send } from '../contact-form.ts';
import { reportsNotFound, siteUnderTest } from '../site-under-test.ts';

const site = siteUnderTest();

it('the form has five empty fields, a message field of four rows and the button', async () => {
  const page = await site.read('/');
  expect(await page.locator('form label:not([aria-hidden] *)').allInnerTexts()).toEqual([
    'First Name',
    'Last Name',
    'Email',
    'Organisation',
    'Message',
  ]);
  const fields = page.locator('form :is(input, textarea):not([aria-hidden] *)');
  const emptyFields = await fields.evaluateAll((all) =>
    all.map((field) => [field.tagName, (field as HTMLInputElement).value]),
  );
  expect(emptyFields).toEqual([...Array<string[]>(4).fill(['INPUT', '']), ['TEXTAREA', '']]);
  expect(await page.getByLabel('Message', { exact: true }).getAttribute('rows')).toBe('4');
  expect(await page.locator('form button').allInnerTexts()).toEqual(['Send Message']);
});

it('sends the fields as JSON with cookies, and F8 reaches the notification', async () => {
  const page = await site.visit('/');
  await page.context().addCookies([{ name: 'seen', value: '1', url: site.url() }]);
  const requests = await answerWith(page, 202, accepted);
  const enquiry = { ...plainEnquiry, message: '1234567890' };
  await send(page, enquiry);
  const another = page.getByRole('button', { name: 'Send another enquiry' });
  await another.focus();
  await page.keyboard.press('F8');
  const focused = page.locator(':focus');
  expect(await focused.getAttribute('aria-label')).toBe('Notifications (F8)');
  await page.keyboard.press('Tab');
  expect(await focused.getAttribute('aria-label')).toBe('Close notification');
  await page.keyboard.press('Enter');
  expect(await another.evaluate((button) => button === document.activeElement)).toBe(true);

  expect(requests.map((request) => request.method())).toEqual(['POST']);
  expect(requests[0]?.postDataJSON()).toEqual(enquiry);
  expect(await requests[0]?.allHeaders()).toMatchObject({
    ...{ 'content-type': 'application/json', cookie: 'seen=1' },
  });
});

it('has a disabled button that reads ‘Sending...’ while sending', async () => {
  const page = await site.visit('/');
  await neverAnswer(page);
  await formIsLive(page);
  const height = () => page.locator('form').evaluate((form) => form.clientHeight);
  const before = await height();
  await send(page);
  await page.getByRole('button', { name: 'Sending...', exact: true }).waitFor();
  expect(await page.locator('form button').isDisabled()).toBe(true);
  expect(await height()).toBe(before);
});

it('every page has the region of notifications, which F8 focuses', async () => {
  const page = await site.visit('/', { expected: reportsNotFound });
  for (const path of paths) {
    await page.goto(`${site.url()}${path}`);
    await page.locator('nav[data-nav="enhanced"]').waitFor();
    await page.keyboard.press('F8');
    const label = await page.locator(':focus').getAttribute('aria-label');
    expect(label, path).toBe('Notifications (F8)');
  }
});

it.each([
  ['the message that the enquiry was sent', 202, accepted, '.sent', '.sent'],
  ['the error and the button', 503, 'No room.', '.failure', 'button[type="submit"]'],
])('on a phone a notification does not cover %s', async (_, status, body, first, last) => {
  const page = await site.visit('/', {
    viewport: { width: 360, height: 740 },
    expected: /Error: 503: |status of 503/,
  });
  await answerWith(page, status, body);
  await send(page);
  await page.locator('.notification').waitFor();
  const box = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom };
    });
  // The page needs some time to scroll to its position.
  const isUncovered = async () =>
    (await box('[data-nav]')).bottom <= (await box(first)).top &&
    (await box(last)).bottom <= (await box('.notification')).top;
  await expect.poll(isUncovered).toBe(true);
});
