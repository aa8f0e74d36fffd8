import { trace, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { beforeAll, expect, it } from 'vitest';

import { startTracing } from '../../platform/tracing.ts';
import { startApiUnderTest } from '../../testing/api-under-test.ts';
import { createUniqueEnquiry } from '../../testing/enquiry.ts';
import { forAllTests } from '../../testing/for-all-tests.ts';
import { settingsFor, startSmtpDouble } from '../../testing/smtp-double.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { waitFor } from '../../testing/wait-for.ts';

const email = 'marked@example.org';
const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const spans = new InMemorySpanExporter();
const smtp = forAllTests(startSmtpDouble);
const worker = forAllTests(() => startTestWorker(settingsFor(smtp)));
const api = forAllTests(() => startApiUnderTest(worker.settings));

/** The real tracer, behind the interface of `@opentelemetry/sdk-node`. */
class NodeSDK {
  readonly #provider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter: spans })],
  });
  start = () => void trace.setGlobalTracerProvider(this.#provider);
  shutdown = () => this.#provider.shutdown();
}

forAllTests(async () => {
  const stop = await startTracing({ serviceName: 'test' }, () => Promise.resolve({ NodeSDK }));
  return { stop };
});

beforeAll(() => spans.reset());

/** Waits until this many spans of a trace have ended. Resolves to them in the order they ended. */
async function spansOf(traceId: string, count: number) {
  return waitFor('the spans are finished', () => {
    const all = spans.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);
    return all.length >= count && all;
  });
}

it('records an enquiry as one trace, from the request to each notification', async () => {
  const response = await api.post(createUniqueEnquiry({ email }), { traceparent: parent });
  expect(response.status).toBe(202);
  const [accepted, stored, ...sent] = await spansOf(parent.slice(3, 35), 4);
  expect(accepted).toMatchObject({ name: 'accept-enquiry', kind: SpanKind.SERVER });
  expect(accepted?.parentSpanContext?.spanId).toBe(parent.slice(36, 52));
  expect(stored).toMatchObject({ name: 'store-submission', kind: SpanKind.CONSUMER });
  expect(stored?.parentSpanContext?.spanId).toBe(accepted?.spanContext().spanId);
  expect(sent.map(({ name }) => name)).toEqual(['send-notification', 'send-notification']);
  for (const span of sent) {
    expect(span.parentSpanContext?.spanId).toBe(stored?.spanContext().spanId);
  }
  const ids = sent.map(({ attributes }) => String(attributes['messaging.message.id']));
  expect(ids.map((id) => id.slice(37)).sort()).toEqual(['acknowledgement', 'staff']);
  const staff = sent.find(({ attributes }) =>
    /staff/.test(String(attributes['messaging.message.id'])),
  );
  const { traceId, spanId } = staff?.spanContext() ?? {};
  expect(smtp.accepted.map(({ mail }) => mail.headers).flat()).toContainEqual(
    expect.objectContaining({ key: 'traceparent', value: `00-${traceId}-${spanId}-01` }),
  );
});

it('marks failures with their reason, but without anything that the visitor typed', async () => {
  smtp.answers.recipient = (address) =>
    address === email ? `550 5.1.1 <${email}> is unknown` : '451 4.7.1 greylisted';
  expect((await api.post({ email })).status).toBe(400);
  expect((await api.post(createUniqueEnquiry({ email }))).status).toBe(202);
  const failed = await waitFor('an attempt fails', () =>
    spans.getFinishedSpans().find(({ status }) => status.code === SpanStatusCode.ERROR),
  );
  expect(failed.status.message).toBe('smtp 451 4.7.1');
  const all = spans.getFinishedSpans().map(({ name, attributes, events, status }) => {
    return { name, attributes, events, status };
  });
  expect(JSON.stringify(all)).not.toMatch(/marked|Nkosi/);
});
