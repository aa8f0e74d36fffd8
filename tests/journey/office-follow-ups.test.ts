import { expect, it } from 'vitest';

import { linkedActionParameter, linkedActions } from '../../contract/notifications.ts';
import { localDay } from '../../contract/time.ts';
import { addDays } from '../../contract/working-days.ts';
import { findViolations } from '../../testing/axe.ts';
import { shownState } from '../../testing/office/office-pages.ts';
import { pipelineAndOffice, row } from './pipeline-and-office.ts';

const { handlingOf, office, openAs, pipeline, storeEnquiry } = pipelineAndOffice();

it('sets an enquiry to Waiting until a day, by keyboard, and shows a due follow-up', async () => {
  const { id, reference } = await storeEnquiry({ organisation: 'Candle makers' });
  const page = await openAs('naledi', `enquiries/${reference}`);
  await page.setViewportSize({ width: 360, height: 740 });
  await shownState(page, 'New, unassigned').waitFor();
  const today = localDay(Date.now());
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('w');
  const day = dialog.getByLabel(/^Follow up on/);
  await day.fill(today);
  await page.keyboard.press('Enter');
  await dialog.getByText('Choose a day after today.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await day.fill(addDays(today, 7));
  await page.keyboard.press('Enter');
  await page.getByText(/^Waiting, naledi, until /).waitFor();
  await expect.poll(async () => (await handlingOf(id))?.followUp).toBe(addDays(today, 7));

  const due = { $set: { 'handling.followUp': addDays(today, -1) } };
  await pipeline.database.submissions.updateOne({ _id: id }, due);
  await page.goto(`${office.url}/ops/enquiries?tab=mine`);
  await row(page, 'Candle makers')
    .getByText(/^Follow-up due since /)
    .waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await row(page, 'Candle makers').waitFor({ state: 'detached' });
  await expect.poll(async () => (await handlingOf(id))?.state).toBe('done');
});

it('asks before it performs an action that was linked from the staff notification', async () => {
  const { id, reference } = await storeEnquiry({ organisation: 'Lace makers' });
  const page = await openAs('naledi', `enquiries/${reference}?${linkedActionParameter}=assign`);
  const dialog = page.getByRole('dialog', { name: `${linkedActions.assign}?` });
  await dialog.waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect((await handlingOf(id))?.owner).toBeUndefined();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).not.toContain('?');
  await page.goto(`${office.url}/ops/enquiries/${reference}?${linkedActionParameter}=close`);
  await page.getByRole('dialog').getByRole('button', { name: linkedActions.close }).click();
  await shownState(page, 'Closed, naledi').waitFor();
  await page.goto(`${office.url}/ops/enquiries/${reference}?${linkedActionParameter}=close`);
  await page.getByText('It is already closed.').waitFor();
  // The question of the link would come too late now.
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('button', { name: linkedActions.close }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('tags an enquiry and links it to another, and filters by tag', async () => {
  const sender = { firstName: 'Lindiwe', lastName: 'Khumalo', organisation: 'Tanners' };
  const [one, other] = [
    await storeEnquiry({ ...sender, email: 'lindiwe@example.org' }),
    await storeEnquiry({ ...sender, email: 'khumalo@example.net' }),
  ];
  const page = await openAs('naledi', `enquiries/${one.reference}`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel('New tag').fill('Congress 2027');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove the tag Congress 2027' }).waitFor();
  await page.getByText('from another address').waitFor();
  await page.getByRole('button', { name: `Link ${other.reference}` }).click();
  await page.getByRole('button', { name: `Unlink ${other.reference}` }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: other.reference }).click();
  await page.getByRole('heading', { name: `Enquiry ${other.reference}` }).waitFor();
  await page.getByRole('button', { name: `Unlink ${one.reference}` }).click();
  await page.getByRole('button', { name: `Link ${one.reference}` }).waitFor();

  await page.goto(`${office.url}/ops/enquiries?tab=all`);
  await page.getByText('Filter and sort').click();
  await page.getByLabel('Tag').selectOption('Congress 2027');
  await page.getByText('1 of 1').waitFor();
  await row(page, 'Tanners').getByText('Congress 2027').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect((await handlingOf(one.id))?.tags).toEqual(['Congress 2027']);
});
