import { createLogger, type Logger } from '#server/logger.ts';

export const silent = createLogger({ service: 'test', level: 'silent', format: 'json' });

export function createRecordingLogger(service: string): { logger: Logger; log: () => string } {
  let lines = '';
  const destination = { write: (line: string) => void (lines += line) };
  const logger = createLogger({ service, level: 'debug', format: 'json' }, destination);
  return { logger, log: () => lines };
}
