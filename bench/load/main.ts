import { percentile } from '../statistics.ts';
import type { Load, LoadResult } from './load.ts';
import { sendAtOnce } from './send-at-once.ts';
import { sendSteadily } from './send-steadily.ts';

const longest = 120_000;

async function send({ url, requests, pace, status }: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const unexpected: Record<string, number> = {};
  let lastAnswer = 0;
  function onAnswer(answered: number, took: number): void {
    lastAnswer = performance.now();
    latencies.push(took);
    if (answered !== status) unexpected[answered] = (unexpected[answered] ?? 0) + 1;
  }
  const started = performance.now();
  if ('perSecond' in pace) await sendSteadily(url, requests, pace.perSecond, onAnswer);
  else await sendAtOnce(url, requests, pace.connections, onAnswer);
  // The generator itself ends with its next tick of a second.
  const seconds = (lastAnswer - started) / 1_000;
  if (latencies.length < requests || Object.keys(unexpected).length > 0) {
    throw new Error(`${latencies.length} of ${requests} answered, ${JSON.stringify(unexpected)}.`);
  }
  return {
    seconds,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    slowest: Math.max(...latencies),
  };
}

setTimeout(() => process.exit(1), longest).unref();
process.once('disconnect', () => process.exit(1));
process.send?.(await send(JSON.parse(process.argv[2] ?? '{}') as Load), () => process.exit(0));
