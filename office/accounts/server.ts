import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import type { accountsApi } from './api.ts';
import { linkHandlers } from './links.server.ts';
import { manageHandlers } from './manage.server.ts';
import { passkeyHandlers } from './passkeys.server.ts';
import { signInHandlers } from './sign-in.server.ts';

/** The handlers of accounts and sign-in. Their rights, inputs and outputs are in `api.ts`. */
export function accountHandlers(context: Context): Pick<Handlers, keyof typeof accountsApi> {
  return {
    ...signInHandlers(context),
    ...linkHandlers(context),
    ...passkeyHandlers(context),
    ...manageHandlers,
  };
}
