import { failureCode } from '#server/reasons.ts';
import { createToken, hashToken } from '#storage/sessions.ts';
import {
  endAccess,
  findLinkedUser,
  findReachable,
  setPassword,
  storeLink,
} from '#storage/users.ts';
import { officePath } from '../paths.ts';
import type { Handlers } from '../server/actions.ts';
import type { Context } from '../server/context.ts';
import { perform } from '../server/perform.ts';
import { TaskError, type TaskContext } from '../server/task.ts';
import { emailOwner, linkLetter, noticeOf } from './letters.server.ts';
import { checkPassword } from './password-strength.server.ts';
import { startSession } from './sign-in.server.ts';

/** The hours for which a link is valid: of a new account, and for a new password. */
const linkHours = { new: 24, other: 1 };

/**
 * Makes a one-time link that sets the password of an account, and voids any earlier link. Emails
 * the new link to the owner if possible; `url` is then null, so that nobody else sees the link.
 *
 * @throws TaskError if there is no such account, or it is disabled.
 */
export async function makeLink(
  { database, letters }: Pick<TaskContext, 'database' | 'letters'>,
  username: string,
  isNew = false,
): Promise<{ url: string | null; expiresAt: string }> {
  const token = createToken();
  const hours = isNew ? linkHours.new : linkHours.other;
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  const link = { tokenHash: hashToken(token), expiresAt };
  const account = await storeLink(await database(), username, link);
  if (!account) {
    throw new TaskError('not-found', `There is no account ${username} that can sign in.`);
  }
  // Browsers do not send the part after the #, so it never appears in a log.
  const path = `/welcome#${token}`;
  const content = linkLetter(username, path, expiresAt);
  const isEmailed = await emailOwner(letters, account, content);
  const url = isEmailed ? null : `${letters.officeUrl}${officePath}${path}`;
  return { url, expiresAt: expiresAt.toISOString() };
}

async function ownerOf({ database }: TaskContext, token: string) {
  const owner = await findLinkedUser(await database(), hashToken(token));
  if (!owner) throw voidLink();
  return owner;
}

function voidLink(): TaskError {
  const says =
    'This link has been used or is no longer valid. Ask an information officer for a new one.';
  return new TaskError('not-found', says);
}

type LinkAction = `link.${'request' | 'read' | 'use'}`;

/** The handlers of one-time links, which need no session. */
export function linkHandlers(context: Context): Pick<Handlers, LinkAction> {
  const { limits, logger } = context;

  async function emailLinks(task: TaskContext, typed: string): Promise<void> {
    if (!task.letters.mailServer) return;
    for (const { id, username } of await findReachable(await task.database(), typed)) {
      if (!(await limits.mayEmailLink(id))) continue;
      await perform(task, 'link.request', { ids: [username] }, () => makeLink(task, username));
    }
  }

  return {
    async 'link.request'(task, { username }, { req }) {
      await limits.request(req);
      await task.database();
      // Not awaited, so that the response time does not reveal whether the account exists.
      emailLinks(task, username.trim().toLowerCase()).catch((error: unknown) => {
        logger.error({ reason: failureCode(error) }, 'account email not sent');
      });
      return {};
    },

    'link.read': (task, { token }) => ownerOf(task, token),

    async 'link.use'(task, { token, password }, response) {
      const owner = await ownerOf(task, token);
      await checkPassword(task, password, owner);
      const { id, username, role } = owner;
      const asOwner = { ...task, actor: username, role };
      const account = await perform(asOwner, 'link.use', { ids: [username] }, async () => {
        const store = await task.database();
        // Before the link is used up: if MongoDB fails in between, the owner can try again.
        await endAccess(store, id);
        const notice = noticeOf(task, owner, 'Your password was changed');
        const changed = await setPassword(store, { tokenHash: hashToken(token) }, password, notice);
        if (!changed) throw voidLink();
        return changed;
      });
      return startSession(context, response, account, 'link');
    },
  };
}
