import { randomBytes } from 'node:crypto';
import type * as OpenTelemetry from '@opentelemetry/api';
import * as z from 'zod';

import { traceparentPattern } from '../contract/jobs.ts';
import { readVersion, SettingsError } from './settings.ts';
import { withTimeout } from './timeout.ts';

/** The settings that `tracingConfig` needs. OpenTelemetry reads all `OTEL_*` variables itself. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
};

/** How to trace; undefined if tracing is off. */
type TracingConfig = { serviceName: string } | undefined;

/**
 * The configuration of tracing. Tracing is on if an endpoint or an exporter is set, unless the
 * exporter is `none` or `OTEL_SDK_DISABLED` is `true`.
 */
export function tracingConfig(
  service: string,
  settings: z.infer<z.ZodObject<typeof tracingSettings>>,
): TracingConfig {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: exporter } = settings;
  const isOff = settings.OTEL_SDK_DISABLED === 'true' || exporter === 'none';
  if (isOff || !(endpoint ?? exporter)) return undefined;
  return { serviceName: settings.OTEL_SERVICE_NAME ?? `enquiries-${service}` };
}

interface Span {
  name: string;
  kind: 'SERVER' | 'CONSUMER';
  /** The `traceparent` of the parent span. Without a valid one, the span starts a new trace. */
  parent: unknown;
  /** Must not contain personal data. */
  attributes?: Record<string, string>;
  /** Why the work failed, without personal data; undefined if the span did not fail. */
  failureOf: (error: unknown) => string | undefined;
}

/**
 * Runs work as a span of a trace. The work receives a `traceparent` for its own requests and jobs.
 * Without OpenTelemetry, no span is recorded, and the work receives the parent's `traceparent`, or
 * a new one if the parent's is not valid.
 */
type RunSpan = <Result>(
  span: Span,
  work: (traceparent: string) => Promise<Result>,
) => Promise<Result>;

let runSpan: RunSpan = ({ parent }, work) => work(validTraceparent(parent) ?? newTraceparent());

export const inSpan: RunSpan = (span, work) => runSpan(span, work);

/** The trace id of a valid `traceparent`, as it appears in logs. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

function validTraceparent(value: unknown): string | undefined {
  return typeof value === 'string' && traceparentPattern.test(value) ? value : undefined;
}

function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
}

/**
 * The part of `@opentelemetry/sdk-node` that we use. The package is not a dependency, because few
 * firms need it.
 */
interface NodeSdk {
  NodeSDK: new (options: { serviceName: string }) => {
    start: () => void;
    shutdown: () => Promise<void>;
  };
}

const sdkPackage = '@opentelemetry/sdk-node';
const flushTimeout = 2_000;

/**
 * Starts OpenTelemetry. Does not load it if tracing is off.
 *
 * @returns a function that exports the last spans and stops OpenTelemetry, within two seconds.
 * @throws SettingsError if OpenTelemetry's package is not installed.
 */
export async function startTracing(
  config: TracingConfig,
  load: () => Promise<unknown> = () => import(sdkPackage),
): Promise<() => Promise<void>> {
  if (!config) return () => Promise.resolve();
  const { NodeSDK } = (await load().catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SettingsError(
      `Tracing is on (OTEL_*), but its package is missing. Run: npm install --no-save ${sdkPackage}`,
    );
  })) as NodeSdk;
  const sdk = new NodeSDK(config);
  sdk.start();
  const untraced = runSpan;
  runSpan = recordSpans(await import('@opentelemetry/api'));
  return async () => {
    runSpan = untraced;
    await withTimeout(flushTimeout, sdk.shutdown()).catch(() => undefined);
  };
}

function recordSpans(api: typeof OpenTelemetry): RunSpan {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const tracer = trace.getTracer('enquiries', readVersion());
  return ({ name, kind, parent, attributes = {}, failureOf }, work) => {
    const [, traceId, spanId, flags = '00'] = validTraceparent(parent)?.split('-') ?? [];
    const context =
      traceId && spanId
        ? trace.setSpanContext(ROOT_CONTEXT, {
            traceId,
            spanId,
            traceFlags: Number.parseInt(flags, 16),
            isRemote: true,
          })
        : ROOT_CONTEXT;
    const options = { kind: SpanKind[kind], attributes };
    return tracer.startActiveSpan(name, options, context, async (span) => {
      try {
        const { traceId, spanId, traceFlags } = span.spanContext();
        return await work(`00-${traceId}-${spanId}-0${traceFlags & 1}`);
      } catch (error) {
        // Does not use `recordException`, because messages may quote what a visitor typed.
        const message = failureOf(error);
        if (message !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message });
        throw error;
      } finally {
        span.end();
      }
    });
  };
}
