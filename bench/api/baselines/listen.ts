import type { Express } from 'express';

/** Listens where the bench says, and ends with it. */
export function listen(app: Express): void {
  app.get('/readyz', (_request, response) => void response.send('Ready.'));
  app.listen(Number(process.env.API_PORT), '127.0.0.1');
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
}
