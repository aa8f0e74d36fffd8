import type { Response } from 'express';

import { allowSlowResponse } from '../../platform/http/http-server.ts';
import { tryAgainLater } from '../../platform/http/problem.ts';
import { findSession } from '../../storage/sessions.ts';
import { countSubmissions, findAccepted } from '../../storage/search-submissions.ts';
import { findAccount } from '../../storage/users.ts';
import { filterOf } from '../features/enquiries/state.ts';
import { may } from '../rights.ts';
import type { OfficeEvent } from '../office-api.ts';
import type { Announcements } from './announcements.server.ts';
import { staffOf } from '../accounts/guard.server.ts';
import type { StaffDatabase } from '../server/staff-database.ts';

const maxStreams = { total: 200, perAccount: 12 };
/** Milliseconds after which a stream ends, so that the browser requests a new one. */
const maxDuration = 15 * 60_000;
/**
 * Milliseconds between two heartbeats. The session is checked before each, and immediately after
 * each change to sessions or accounts.
 */
export const beatEvery = 20_000;
/** The maximum number of new enquiries whose references are in one event. */
const maxArrived = 20;
/** Buffered bytes after which a slow stream is closed. */
const maxBuffered = 65_536;

/** Server-sent events for the pages of the enquiries desk. */
export function createEventStreams({
  announcements,
  database,
}: {
  announcements: Announcements;
  database: StaffDatabase;
}) {
  const open = new Map<
    Response,
    { username: string; token: string | undefined; send: (event: OfficeEvent) => void }
  >();

  async function isSignedIn(response: Response, token: string | undefined): Promise<boolean> {
    const { id, passwordChangedAt } = staffOf(response);
    // This check does not count as activity: an open page must not keep its session alive.
    return database.use(async (store) => {
      const account =
        token === undefined
          ? await findAccount(store, id)
          : (await findSession(store, token, { note: false }))?.account;
      return (
        account?.passwordChangedAt.getTime() === passwordChangedAt.getTime() &&
        may(account.role, 'enquiry.read')
      );
    });
  }

  /** Sends a heartbeat, or ends a stream without a valid session. */
  async function beatOnce(response: Response, token: string | undefined): Promise<void> {
    // Keeps the stream open while MongoDB is down and the session cannot be checked: events contain
    // nothing that visitors typed.
    const isValid = await isSignedIn(response, token).catch(() => true);
    if (!isValid) response.end();
    else if (open.has(response) && !response.writableEnded) response.write(':\n\n');
  }

  /**
   * The `news` event: the number of new enquiries, and the references of those just stored.
   * Undefined while MongoDB is down.
   */
  function readNews(stored: string[]) {
    return database
      .use(async (store) => ({
        kind: 'news' as const,
        count: await countSubmissions(store, filterOf('new', '')),
        arrived: stored.length > 0 ? await findAccepted(store, stored.slice(0, maxArrived)) : [],
      }))
      .catch(() => undefined);
  }

  let telling = Promise.resolve();

  async function tellNews(stored: string[]): Promise<void> {
    const news = open.size > 0 && (await readNews(stored));
    if (!news) return;
    for (const { send } of open.values()) send(news);
  }

  // Events are created one at a time, so that the last count sent is the latest.
  announcements.onChanges((stored) => {
    telling = telling.then(() => tellNews(stored));
  });

  announcements.onSessions(() => {
    for (const [response, { token }] of open) void beatOnce(response, token);
  });

  return {
    /**
     * Responds with an event stream while the session is valid.
     *
     * @throws Problem 503 if too many are open.
     */
    open(response: Response, token: string | undefined): void {
      // After the client has disconnected, no `close` event would remove the response from `open`.
      if (response.destroyed) return;
      const { username } = staffOf(response);
      const own = [...open.values()].filter((one) => one.username === username).length;
      if (open.size >= maxStreams.total || own >= maxStreams.perAccount) {
        throw tryAgainLater(
          503,
          'Too many pages are open. Close some of them.',
          60,
          'too many streams',
        );
      }
      allowSlowResponse(response);
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
      function send({ kind, ...data }: OfficeEvent): void {
        // A client that reads nothing would not receive the end of the stream either.
        if (response.writableLength > maxBuffered) response.destroy();
        else if (!response.writableEnded)
          response.write(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
      }
      open.set(response, { username, token, send });
      response.write('retry: 3000\n\n');
      send({ kind: 'live', live: announcements.isLive() });
      const ids = announcements.recentlyChanged();
      if (ids) send({ kind: 'changed', ids });
      const unlisten = announcements.listen(send);
      void readNews([]).then((news) => {
        if (news && open.has(response)) send(news);
      });
      const beat = setInterval(() => void beatOnce(response, token), beatEvery);
      const end = setTimeout(() => response.end(), maxDuration);
      response.once('close', () => {
        clearInterval(beat);
        clearTimeout(end);
        unlisten();
        open.delete(response);
      });
    },
    end() {
      for (const response of open.keys()) response.end();
    },
  };
}
