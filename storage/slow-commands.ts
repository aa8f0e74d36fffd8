import type { Connection, mongo } from 'mongoose';

import type { Logger } from '../platform/logger.ts';

/** Milliseconds from which a command counts as slow. */
const slowFrom = 1_000;
/** MongoDB's error code for a command that exceeded `maxTimeMS`. */
const exceededTime = 50;

/**
 * Logs slow commands with their collection and the fields that they filter by, never with values,
 * which may be personal data. The connection must be opened with `monitorCommands`.
 */
export function logSlowCommands(connection: Connection, logger: Logger): void {
  const running = new Map<number, mongo.Document>();

  function end(event: mongo.CommandSucceededEvent | mongo.CommandFailedEvent): void {
    const { requestId, commandName: command, duration: ms } = event;
    const body = running.get(requestId);
    running.delete(requestId);
    if (ms < slowFrom || !body) return;
    // Other failures are logged elsewhere.
    if ('failure' in event && !isTooSlow(event.failure)) return;
    const collection = String(body.collection ?? body[command]);
    logger.warn({ command, collection, fields: fieldsOf(body), ms }, 'slow mongodb command');
  }

  connection.on('commandStarted', ({ requestId, command }: mongo.CommandStartedEvent) => {
    running.set(requestId, command);
  });
  connection.on('commandSucceeded', end);
  connection.on('commandFailed', end);
}

function isTooSlow(failure: Error): boolean {
  return 'code' in failure && failure.code === exceededTime;
}

/** The names of the fields that a command filters by, such as `handling.state`. */
function fieldsOf(body: mongo.Document): string[] {
  const { filter, query, pipeline, updates, deletes } = body as FilteringCommand;
  const [first] = pipeline ?? updates ?? deletes ?? [];
  return [...new Set(namesIn(filter ?? query ?? first?.$match ?? first?.q ?? {}))];
}

/** The parts of a command that can hold its filter. */
interface FilteringCommand extends Partial<Record<'filter' | 'query', mongo.Document>> {
  pipeline?: Part[];
  updates?: Part[];
  deletes?: Part[];
}

type Part = Partial<Record<'$match' | 'q', mongo.Document>>;

function namesIn(filter: mongo.Document): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return name;
    return Array.isArray(value) ? (value as mongo.Document[]).flatMap(namesIn) : [];
  });
}
