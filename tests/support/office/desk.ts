import { expect } from 'vitest';

import { roles } from '#contract/roles.ts';
import type { StoredEnquiry } from '#storage/enquiries.ts';
import { createSession } from '#storage/sessions.ts';
import type { ActionName, OutputOf } from '../../../office/api.ts';
import { createUser } from '#storage/users.ts';
import { startMongodbFront } from '../mongodb-front.ts';
import { openDatabase } from '../own-stores.ts';
import { officePassword } from './office-pages.ts';
import { callOffice, type OfficeCall } from './call-office.ts';
import { startService } from '../service.ts';
import { startStoreProxies } from '../tcp-proxy.ts';

type Call = Omit<OfficeCall, 'body' | 'cookie'> & { user?: string };

/** Each role has an account of its name; lerato is staff too. */
export async function startDesk(settings: Record<string, string> = {}) {
  const database = await openDatabase();
  const front = await startMongodbFront(database.settings.MONGODB_URI);
  const proxies = await startStoreProxies({ ...database.settings, MONGODB_URI: front.uri });
  const cookies = new Map<string, string>();
  for (const username of [...roles, 'lerato'] as const) {
    const role = username === 'lerato' ? 'staff' : username;
    const user = await createUser(database, { username, password: officePassword, role });
    cookies.set(username, `__Host-office=${await createSession(database, user)}`);
  }
  const service = await startService('office', {
    ...database.settings,
    ...proxies.settings,
    ...settings,
  });

  function send(
    name: ActionName,
    input: object = {},
    { user = 'staff', ...rest }: Call = {},
  ): Promise<Response> {
    return callOffice(service.url, name, { ...rest, body: input, cookie: cookies.get(user) ?? '' });
  }

  return {
    url: service.url,
    output: service.output,
    database,
    proxies,
    /** Can answer commands in place of MongoDB. */
    front,
    cookies,
    send,
    async ask<Name extends ActionName>(
      name: Name,
      input: object = {},
      call?: Call,
    ): Promise<OutputOf<Name>> {
      const response = await send(name, input, call);
      const text = await response.text();
      expect(response.status, text).toBe(200);
      return JSON.parse(text) as OutputOf<Name>;
    },
    async refusal(name: ActionName, input: object, call?: Call) {
      const response = await send(name, input, call);
      const { detail } = (await response.json()) as { detail: string };
      return { status: response.status, sentence: detail };
    },
    async stored(id: string): Promise<StoredEnquiry> {
      const submission = await database.submissions.findById(id).lean<StoredEnquiry>().exec();
      if (!submission) throw new Error(`There is no ${id}.`);
      return submission;
    },
    async stop() {
      await service.stop();
      await proxies.stop();
      front.close();
      await database.stop();
    },
  };
}
