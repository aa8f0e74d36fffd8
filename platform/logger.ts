import { createRequire } from 'node:module';
import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import type pinoPretty from 'pino-pretty';

import { redactLine } from './redact.ts';

export type { Logger } from 'pino';

export interface LoggerOptions {
  service: string;
  level: string;
  format: 'json' | 'pretty';
}

/**
 * Creates a process's logger. Each line is one JSON object, or readable text if the format is
 * `pretty` and no destination is given.
 */
export function createLogger(options: LoggerOptions, destination?: DestinationStream): Logger {
  const { service, level, format } = options;
  const settings = {
    level,
    base: { service },
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: redactLine },
    hooks: { logMethod: nameEvent },
  };
  if (destination) return pino(settings, destination);
  if (format === 'json') return pino(settings, (stdout ??= batchedStdout()));
  return pino({ ...settings, formatters: { log: redactLine } }, prettyLines());
}

let stdout: DestinationStream | undefined;

/** Collects the lines of one turn of the event loop in one write, because writes are expensive. */
function batchedStdout(): DestinationStream {
  const destination = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const writeAll = () => {
    if (lines !== '') destination.write(lines);
    lines = '';
  };
  process.once('exit', writeAll);
  return {
    write(line) {
      if (lines === '') setImmediate(writeAll);
      lines += line;
    },
  };
}

// Loads pino-pretty only when needed, and runs it in this thread. A worker thread would write late,
// so that the lines of several processes in one terminal would be out of order.
function prettyLines(): DestinationStream {
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof pinoPretty;
  return pretty({
    messageKey: 'event',
    ignore: 'pid,hostname,service',
    translateTime: 'HH:MM:ss',
    sync: true,
  });
}

/**
 * Logs a line without an event as `unnamed event`. Otherwise pino would use the error's message as
 * the event.
 */
function nameEvent(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [first, event] = args as unknown[];
  if (event !== undefined || typeof first !== 'object' || first === null) log.apply(this, args);
  else log.call(this, first instanceof Error ? { err: first } : first, 'unnamed event');
}
