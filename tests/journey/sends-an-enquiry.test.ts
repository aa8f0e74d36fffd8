import { describe, expect, it, vi } from 'vitest';

import { formWords } from '../../contract/page-words.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { startBrowser } from '../../testing/browser.ts';
import { startProduct } from '../../testing/running-product.ts';
import { fillIn } from '../../testing/contact-page.ts';
import { demandingEnquiry } from '../../testing/enquiry.ts';

const browser = forAllTests(startBrowser);
const product = forAllTests(startProduct);

describe('a prospect who fills in the form', () => {
  it('sees a receipt; the enquiry is stored in full and both emails are sent', async () => {
    const { page, complaints } = await browser.openPage();
    await page.goto(product.site);
    await fillIn(page, demandingEnquiry);
    const answered = page.waitForResponse('**/api/contact');
    await page.getByRole('button', { name: 'Send Message' }).click();

    const answer = (await (await answered).json()) as { message: string; reference: string };
    await page.getByText(formWords.success.title).first().waitFor();
    await page.getByText(answer.message).first().waitFor();
    await page.getByText(answer.reference).first().waitFor();
    expect(answer.reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);

    const stored = await vi.waitFor(
      async () => {
        const found = await product.find(answer.reference);
        expect(found).toMatchObject({
          ...demandingEnquiry,
          notifications: { staff: { status: 'sent' }, acknowledgement: { status: 'sent' } },
        });
        return found;
      },
      { timeout: 150_000, interval: 100 },
    );
    expect(stored?.createdAt).toBeInstanceOf(Date);
    const recipients = product.mail.accepted.flatMap(({ to }) => to);
    expect(recipients.sort()).toEqual([product.settings.MAIL_STAFF, demandingEnquiry.email].sort());
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('gets the same reference for a repeated enquiry, and nothing new is stored', async () => {
    const { page } = await browser.openPage();
    const references: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/contact')) return;
      references.push(((await response.json()) as { reference: string }).reference);
    });
    const enquiry = { ...demandingEnquiry, email: 'twice@example.org', message: 'Sent two times.' };
    for (const count of [1, 2]) {
      await page.goto(product.site);
      await fillIn(page, enquiry);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByText(formWords.success.title).first().waitFor();
      await expect.poll(() => references).toHaveLength(count);
    }
    expect(references[1]).toBe(references[0]);
    await vi.waitFor(
      () => {
        const about = product.mail.accepted.filter(({ mail }) =>
          mail.html?.includes(String(references[0])),
        );
        expect(about).toHaveLength(2);
      },
      { timeout: 150_000, interval: 100 },
    );
    const { submissions } = product.database;
    expect(await submissions.countDocuments({ email: enquiry.email })).toBe(1);
    await page.context().close();
  });
});
