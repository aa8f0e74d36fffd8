import { expect, inject, it } from 'vitest';

import { officeApi } from '../../office/office-api.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { ask } from '../deploy/promises.ts';
import { commandsOf } from './page.ts';
import {
  askAsStaff,
  askOffice,
  containersOf,
  inspect,
  post,
  recipientsAbout,
  referenceIn,
  run,
  server,
  services,
  untilStored,
} from './product.ts';
import { first, staff } from './start-product.ts';

it.each(services)('%s is healthy', async (service) => {
  const ids = await containersOf(service);
  expect(ids).toHaveLength(1);
  expect(await inspect(ids[0] ?? '', '.State.Health.Status')).toBe('healthy');
});

it('an enquiry through Caddy over HTTPS is stored and emailed to staff and sender', async () => {
  const form = createUniqueEnquiry({ email: 'sipho@example.org' });
  const answer = await post(form);
  expect(answer.status).toBe(202);
  const reference = referenceIn(answer);
  await untilStored([reference]);
  const found = await askAsStaff(`/api/contact-submissions?q=${reference}`);
  expect(found.body.toString()).toContain('sipho@example.org');
  const mailed = await waitFor('both emails are sent', async () => {
    const recipients = await recipientsAbout(reference);
    return recipients.length >= 2 && recipients;
  });
  expect(mailed).toEqual(['sipho@example.org', 'staff@example.co.za']);
});

it("the first account's one-time link sets its password, but only once", async () => {
  const link = inject('link').trim();
  expect(link).toMatch(/^https:\/\/localhost\/ops\/welcome#\S+$/);
  const signedIn = await askOffice(officeApi['session.sign-in'].path, first);
  expect([signedIn.status, JSON.parse(signedIn.body.toString())]).toEqual([
    200,
    expect.objectContaining({ username: first.username, role: 'officer' }),
  ]);
  const again = { token: link.split('#')[1], password: first.password };
  expect((await askOffice(officeApi['link.use'].path, again)).status).not.toBe(200);
});

it('the documented command asks for a username and password, and lists enquiries', async () => {
  const reference = referenceIn(await post());
  await untilStored([reference]);
  const [list = ''] = commandsOf('deployment.md', 'A test enquiry');
  // `script` provides a terminal. The pause lets the command ask for the password first.
  const typed = `(echo ${first.username}; sleep 15; echo '${first.password}')`;
  const out = await run(`${typed} | script --quiet --return --command '${list.trim()}' /dev/null`);
  expect(out).toContain(reference);
});

it('the enquiries desk and the queue board return data only after signing in', async () => {
  const shell = await ask(server, '/ops/');
  expect([shell.status, shell.headers['x-robots-tag']]).toEqual([200, 'noindex']);
  const signedIn = await askOffice(officeApi['session.sign-in'].path, staff);
  expect(signedIn.status).toBe(200);
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  expect(cookie).toMatch(/^__Host-/);
  for (const path of ['/ops/queues', '/ops/queues/api/queues', officeApi['session.read'].path]) {
    expect((await ask(server, path, { headers: { Cookie: cookie } })).status, path).toBe(200);
    expect((await ask(server, path)).status, path).toBe(401);
  }
});
