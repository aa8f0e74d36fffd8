import { describe, expect, it } from 'vitest';

import { projectRoot } from '../../dev/processes.ts';
import { environmentOf, interpolate, readComposeFile } from './compose-file.ts';

const mail = { MAIL_FROM: 'a@example.org', MAIL_STAFF: 'b@example.org' };

describe('a variable', () => {
  it.each([
    ['${X}', { X: 'one' }, 'one'],
    ['$X', { X: 'one' }, 'one'],
    ['${X}', {}, ''],
    ['${X:-two}', {}, 'two'],
    ['${X:-two}', { X: '' }, 'two'],
    ['${X-two}', { X: '' }, ''],
    ['${X:-}', {}, ''],
    ['$$(cat file)', {}, '$(cat file)'],
    ['http://${X:-a}:${Y:-1}', { Y: '2' }, 'http://a:2'],
  ])('%s with %o is %s', (text, variables, expected) => {
    expect(interpolate(text, variables)).toBe(expected);
  });

  it('that is required but empty throws an error that says what to do', () => {
    expect(() => interpolate('${X:?set X}', { X: '' })).toThrow('X is missing: set X');
  });
});

describe('the compose file of this product', () => {
  const file = readComposeFile(projectRoot, { ...mail, SITE_URL: 'https://example.org' });

  it('uses only options that the stand-in supports, including merged ones', () => {
    expect(file.services.api).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      networks: ['default', 'queues'],
      stop_grace_period: '30s',
      healthcheck: { interval: '10s' },
    });
  });

  it('gives the worker its settings, merged from several lists', () => {
    const worker = file.services.worker ?? {};
    expect(environmentOf({ ...file, folder: '/nowhere' }, worker)).toMatchObject({
      NODE_ENV: 'production',
      SITE_URL: 'https://example.org',
      MONGODB_URI_FILE: '/run/secrets/mongodb-uri',
      SMTP_URL_FILE: '/run/secrets/smtp-url',
      ...mail,
    });
  });
});
