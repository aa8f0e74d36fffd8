import { expect, it, onTestFinished } from 'vitest';

import { shownState } from '#support/office/office-pages.ts';
import { pipelineAndOffice, row } from './pipeline-and-office.ts';

const { openAs, storeEnquiry, handlingOf, office } = pipelineAndOffice();

it('PROMISE 12: a change made in between is told, shown and never overwritten', async () => {
  const message = 'A long story.\n'.repeat(60);
  const { id, reference } = await storeEnquiry({ organisation: 'Two desks', message });
  const first = await openAs('naledi', `enquiries/${reference}`);
  const second = await openAs('sipho', `enquiries/${reference}`);
  await first.getByRole('button', { name: 'Reply', exact: true }).click();
  const reply = first.getByLabel(/^To /);
  await reply.fill('Dear all,\n\nThank you for writing.');
  await second.getByRole('button', { name: 'Assign to me' }).click();
  await shownState(second, 'In progress, sipho').waitFor();

  await first.getByRole('button', { name: 'Send reply' }).click();
  const notice = first.getByRole('alert').getByText('press again');
  await notice.waitFor();
  expect((await notice.boundingBox())?.y).toBeGreaterThan(0);
  await shownState(first, 'In progress, sipho').waitFor();
  expect(await reply.inputValue()).toContain('Thank you for writing.');
  expect((await handlingOf(id))?.owner).toBe('sipho');
  await first.getByRole('button', { name: 'Send reply' }).click();
  await first.getByText(`Sending reply to ${reference}.`).first().waitFor();
});

it('PROMISE 12: shows who else is here and who is writing a reply, within 15 s', async () => {
  const { reference } = await storeEnquiry({ organisation: 'Crowded' });
  const first = await openAs('naledi', `enquiries/${reference}`);
  const second = await openAs('sipho', `enquiries/${reference}`);
  await second.getByText('naledi is also viewing this').waitFor({ timeout: 25_000 });
  await first.getByRole('button', { name: 'Reply', exact: true }).click();
  await second.getByText('naledi is writing a reply').waitFor({ timeout: 25_000 });
  await second.getByRole('button', { name: 'Reply', exact: true }).click();
  await second.getByText('naledi is writing a reply too.').waitFor({ timeout: 25_000 });
});

it('PROMISE 12: seven tabs over HTTP/1.1 all work, and show a change within 15 s', async () => {
  const { reference } = await storeEnquiry({ organisation: 'Many tabs' });
  const first = await openAs('naledi', 'enquiries');
  const tabs = [first];
  for (let count = 1; count < 7; count += 1) {
    const tab = await first.context().newPage();
    onTestFinished(() => tab.close());
    await tab.goto(`${office.url}/ops/enquiries`);
    tabs.push(tab);
  }
  const last = tabs.at(-1) ?? first;
  await row(last, 'Many tabs').waitFor();
  const other = await openAs('sipho', `enquiries/${reference}`);
  await other.getByRole('button', { name: 'Close enquiry' }).click();
  await shownState(other, 'Closed, sipho').waitFor();
  await row(last, 'Many tabs').waitFor({ state: 'detached', timeout: 15_000 });
});
