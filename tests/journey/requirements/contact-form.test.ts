import { describe, expect, it } from 'vitest';

import { formWords } from '../../../contract/page-words.ts';
import { siteUnderTest } from '../site-under-test.ts';
import { fillIn, formIsLive } from '../../../testing/contact-page.ts';
import { accepted, answerWith, neverAnswer, send, submit } from '../contact-form.ts';
import { plainEnquiry } from '../../../testing/enquiry.ts';

const site = siteUnderTest();
/** Matches what the console shows for failures (docs/internals/requirements.md, Contact form). */
const logsTheFailure = /Error: \d{3}: |status of \d{3}/;

describe('the contact form', () => {
  it('has empty fields, a message field of four rows and the button', async () => {
    const page = await site.visit('/');
    expect(await page.locator('form label:not([aria-hidden] *)').allInnerTexts()).toEqual([
      'First Name',
      'Last Name',
      'Email',
      'Organisation',
      'Message',
    ]);
    const message = page.getByLabel('Message', { exact: true });
    expect(await message.evaluate((field) => field.tagName)).toBe('TEXTAREA');
    expect(await message.getAttribute('rows')).toBe('4');
    const values = await page
      .locator('form :is(input, textarea):not([aria-hidden] *)')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
    expect(values).toEqual(['', '', '', '', '']);
    expect(await page.locator('form button').allInnerTexts()).toEqual(['Send Message']);
  });

  it.each([
    ['firstName', 'First Name', '', 'First name is required'],
    ['lastName', 'Last Name', '', 'Last name is required'],
    ['email', 'Email', 'thandiwe at example', 'Please enter a valid email address'],
    ['organisation', 'Organisation', '', 'Organisation is required'],
    ['message', 'Message', '123456789', 'Message must be at least 10 characters long'],
  ])('does not send an invalid %s, but shows an error', async (name, label, value, message) => {
    const page = await site.visit('/');
    const requests = await answerWith(page, 202, accepted);
    await formIsLive(page);
    await fillIn(page, { ...plainEnquiry, [name]: value });
    await submit(page);
    const field = page.getByLabel(label, { exact: true });
    await page.locator(`#contact-${name}-error`).waitFor();
    expect(await page.locator(`#contact-${name}-error`).innerText()).toBe(message);
    expect(await field.getAttribute('aria-describedby')).toContain(`contact-${name}-error`);
    expect(await page.locator('form [aria-invalid="true"]').count()).toBe(1);
    expect(requests).toEqual([]);
  });

  it('accepts a message of ten characters, and sends the fields as JSON with cookies', async () => {
    const page = await site.visit('/');
    await page.context().addCookies([{ name: 'seen', value: '1', url: site.url() }]);
    const requests = await answerWith(page, 202, accepted);
    const enquiry = { ...plainEnquiry, message: '1234567890' };
    await send(page, enquiry);
    await page.getByText(formWords.success.title).first().waitFor();
    expect(requests).toHaveLength(1);
    const [request] = requests;
    expect(request?.method()).toBe('POST');
    expect(request?.postDataJSON()).toEqual(enquiry);
    const headers = await request?.allHeaders();
    expect(headers?.['content-type']).toBe('application/json');
    expect(headers?.cookie).toBe('seen=1');
  });

  it('has a disabled button that reads ‘Sending...’ while sending', async () => {
    const page = await site.visit('/');
    await neverAnswer(page);
    await formIsLive(page);
    const button = page.locator('form button');
    const height = () => page.locator('form').evaluate((form) => form.clientHeight);
    const before = await height();
    await send(page);
    await page.getByRole('button', { name: 'Sending...', exact: true }).waitFor();
    expect(await button.isDisabled()).toBe(true);
    expect(await height()).toBe(before);
  });

  it("shows the server's message after sending, and is empty again", async () => {
    const page = await site.visit('/');
    await answerWith(page, 202, accepted);
    await send(page);
    const notification = page.getByRole('status').filter({ hasText: formWords.success.title });
    await notification.waitFor();
    expect(await notification.innerText()).toContain(accepted.message);
    for (const label of ['First Name', 'Last Name', 'Email', 'Organisation', 'Message']) {
      expect(await page.getByLabel(label, { exact: true }).inputValue(), label).toBe('');
    }
    await page.getByRole('button', { name: 'Send another enquiry' }).click();
    expect(await page.getByRole('button', { name: 'Send Message' }).isEnabled()).toBe(true);
  });

  it.each([
    ['with a message', 400, 'The queue is closed.', '400: The queue is closed.'],
    ['without a message', 500, '', '500: Internal Server Error'],
  ])(
    'shows an error and keeps all values after a failure %s',
    async (_, status, body, description) => {
      const page = await site.visit('/', { expected: logsTheFailure });
      const logged = page.waitForEvent('console', (line) => line.text().includes(description));
      await answerWith(page, status, body);
      await send(page);
      const notification = page.getByRole('alert').filter({ hasText: 'Error' });
      await notification.waitFor();
      expect((await notification.innerText()).split('\n').filter(Boolean)).toEqual([
        'Error',
        description,
      ]);
      await logged;
      expect(await page.getByLabel('First Name').inputValue()).toBe(plainEnquiry.firstName);
      expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(
        plainEnquiry.message,
      );
    },
  );
});
