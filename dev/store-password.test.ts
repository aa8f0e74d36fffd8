import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

import { ensurePassword, passwordFile } from './store-password.ts';

it('does not write an existing password again, because a full disk would empty the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'password-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const password = ensurePassword(folder);
  expect(password).toMatch(/^.{32}$/);
  utimesSync(passwordFile(folder), 1, 1);
  expect(ensurePassword(folder)).toBe(password);
  expect(statSync(passwordFile(folder)).mtimeMs).toBe(1_000);
});
