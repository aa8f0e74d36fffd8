import { expect, it, vi } from 'vitest';

import { roles } from '../../contract/roles.ts';
import { auditNames, ruleOf, type AuditAction } from '../features/audit/audit-words.ts';
import { may, refusalOf } from '../rights.ts';
import { record, run, runPrepared } from './run-action.ts';

const reached = new Error('The database was reached.');
const names = auditNames as AuditAction[];

it.each([...roles, undefined])(
  'runs the actions that the role %s permits, and refuses others before reading anything',
  async (role) => {
    for (const action of names) {
      const database = vi.fn(() => Promise.reject(reached));
      const step = vi.fn(() => Promise.reject(reached));
      const context = { database, actor: 'naledi', role, authenticatedAt: new Date() };
      const { right } = ruleOf(action);
      const isAllowed = right === 'anybody' || (role !== undefined && may(role, right));
      const expected = isAllowed ? reached.message : refusalOf({ role }, right);
      await expect(run(context, action, {}, step), action).rejects.toThrow(expected);
      await expect(runPrepared(context, action, {}, step), action).rejects.toThrow(expected);
      await expect(record(context, action, {}), action).rejects.toThrow(expected);
      expect(database.mock.calls.length > 0, action).toBe(isAllowed);
      expect(step.mock.calls.length > 0, action).toBe(isAllowed);
    }
  },
);

it('refuses some actions ten minutes after sign-in, unless a token permits them', async () => {
  const database = () => Promise.reject(reached);
  const officer = { database, actor: 'naledi', role: 'officer' } as const;
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const ask = (action: AuditAction, more: object) => record({ ...officer, ...more }, action, {});
  for (const action of ['account.role', 'person.erase', 'enquiry.export'] as const) {
    for (const authenticatedAt of [undefined, minutesAgo(10)]) {
      await expect(ask(action, { authenticatedAt })).rejects.toMatchObject({
        failure: 'unconfirmed',
      });
    }
    await expect(ask(action, { authenticatedAt: minutesAgo(9) })).rejects.toBe(reached);
  }
  await expect(ask('enquiry.read', { authenticatedAt: minutesAgo(600) })).rejects.toBe(reached);
  await expect(ask('enquiry.export', { scope: 'export' })).rejects.toBe(reached);
  await expect(ask('person.erase', { scope: 'export' })).rejects.toMatchObject({
    failure: 'denied',
  });
});
