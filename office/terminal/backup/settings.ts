import { Encrypter } from 'age-encryption';
import * as z from 'zod';

import { atLeastOne } from '../../../platform/settings.ts';

const publicKeys = z
  .string('must be set to a public key: npm run backup -- keygen')
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .superRefine((keys, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (keys.some((key) => key.startsWith('AGE-SECRET-KEY-'))) {
      refuse('is the private key, which must not be on this server');
    } else if (keys.length === 0 || !keys.every(isPublicKey)) {
      refuse('must be a public key that starts with age1, or several separated by spaces');
    }
  });

function isPublicKey(key: string): boolean {
  try {
    new Encrypter().addRecipient(key);
    return true;
  } catch {
    return false;
  }
}

export const backupSettings = z.object({
  BACKUP_KEY: publicKeys,
  BACKUP_DIR: z.string('must be set to the backup folder'),
  /** The number of daily backups to keep. A daily backup is the last one of a day (UTC). */
  BACKUP_KEEP_DAYS: atLeastOne.default(30),
  /** The time of day at which `--daily` makes a backup, in South African time. */
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:30')
    .default('02:30'),
});
