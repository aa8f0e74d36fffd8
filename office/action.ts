import type * as z from 'zod';

import type { Right } from './rights.ts';

/**
 * An action of staff: `POST /ops/api/<name>` with a JSON body. A refusal is a problem (RFC 9457)
 * whose `detail` is the sentence for the user; 401 with `insufficient_user_authentication` in
 * `WWW-Authenticate` asks for a recent sign-in.
 *
 * Pages import only types from the files `api.ts`: a value would bring zod into the browser.
 */
export interface Action {
  right: Right | 'anybody';
  input: z.core.$ZodType;
  /** Undefined for a file that is saved. */
  output: z.core.$ZodType | undefined;
  /** The verb in the audit trail: 'listed' in 'naledi listed 50 enquiries'. */
  audit?: string;
  /** Needs a password or passkey entered within the last ten minutes. */
  isRecent?: boolean;
  /** Repeated by an open page without the user, so that it never extends the session. */
  isAutomatic?: boolean;
  /** Without a session it is not refused: the handler finds no account. */
  admitsNobody?: boolean;
  /** Allowed while MongoDB is down, for a session that was checked before. */
  withoutMongodb?: boolean | undefined;
}
