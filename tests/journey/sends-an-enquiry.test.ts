import { expect, it } from 'vitest';

import { formWords } from '#contract/page-words.ts';
import { forAllTests } from '#support/for-all-tests.ts';
import { startBrowser } from '#support/browser.ts';
import { startProduct } from '#support/running-product.ts';
import { fillIn } from '#support/contact-page.ts';
import { demandingEnquiry } from '#support/enquiry.ts';

const browser = forAllTests(startBrowser);
const product = forAllTests(startProduct);

it('a visitor sees a receipt; the enquiry is stored as typed, both emails are sent', async () => {
  const { page, complaints } = await browser.openPage();
  await page.goto(product.site);
  await fillIn(page, demandingEnquiry);
  const answered = page.waitForResponse('**/api/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();

  const answer = (await (await answered).json()) as { message: string; reference: string };
  for (const text of [formWords.success.title, answer.message, answer.reference])
    await page.getByText(text).first().waitFor();
  expect(await product.untilSent(answer.reference)).toMatchObject(demandingEnquiry);
  const recipients = product.mail.accepted.flatMap(({ to }) => to);
  expect(recipients.sort()).toEqual([product.settings.MAIL_STAFF, demandingEnquiry.email].sort());
  expect(complaints).toEqual([]);
});

it('a visitor with an outdated page, whose script is gone, can still send the form', async () => {
  const { page, complaints } = await browser.openPage();
  await page.route('**/assets/contact-island-*.js', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/-island-.*/, '-island-of-another.js'),
    }),
  );
  await page.goto(product.site);
  const gone = page.waitForResponse('**/assets/contact-island-*.js');
  await fillIn(page, demandingEnquiry);
  expect((await gone).status()).toBe(404);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.waitForURL(/\/sent\/#[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(complaints.filter((complaint) => !/status of 404/.test(complaint))).toEqual([]);
});
