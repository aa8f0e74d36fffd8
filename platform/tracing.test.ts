import { expect, it } from 'vitest';

import { SettingsError } from './settings.ts';
import { inSpan, startTracing, tracingConfig } from './tracing.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

it.each([
  [{}, undefined],
  [{ OTEL_SERVICE_NAME: 'mine' }, undefined],
  [endpoint, 'enquiries-api'],
  [{ OTEL_TRACES_EXPORTER: 'console', OTEL_SERVICE_NAME: 'mine' }, 'mine'],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }, undefined],
])('with %j, the service name is %s (undefined if tracing is off)', (settings, serviceName) => {
  expect(tracingConfig('api', settings)?.serviceName).toBe(serviceName);
});

const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

function traceparentFor(sent: unknown): Promise<string> {
  const span = { name: 'x', kind: 'SERVER', parent: sent, failureOf: String } as const;
  return inSpan(span, (traceparent) => Promise.resolve(traceparent));
}

it.each([
  ['is missing', undefined],
  ['is empty', ''],
  ['is in capitals', parent.toUpperCase()],
  ['has another version', parent.replace('00', 'ff')],
  ['has a trace id of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
  ['has a span id of zeros', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
  ['has more text at the end', `${parent}-visitor@example.org`],
  ['ends with a line break', `${parent}\n`],
  ['is given twice', [parent, parent]],
])('starts a new trace if the traceparent %s', async (_name, sent) => {
  const found = await traceparentFor(sent);
  expect(found).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(found).not.toContain(parent.slice(3, 35));
  expect(await traceparentFor(sent)).not.toBe(found);
});

it('does not load OpenTelemetry while tracing is off', async () => {
  let isLoaded = false;
  const stop = await startTracing(undefined, () => {
    isLoaded = true;
    return Promise.resolve({});
  });
  expect(await traceparentFor(parent)).toBe(parent);
  await stop();
  expect(isLoaded).toBe(false);
});

it('says how to install the OpenTelemetry package if it is missing', async () => {
  const starting = startTracing({ serviceName: 'x' });
  await expect(starting).rejects.toThrow(SettingsError);
  await expect(starting).rejects.toThrow('npm install --no-save @opentelemetry/sdk-node');
});
