import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

import { projectRoot } from '../dev/processes.ts';

/**
 * Prints the ten slowest files if there are more than ten, each skipped test, and the numbers of
 * passed and failed tests. A file that did not load and an error outside tests count as one failure
 * each.
 */
export class RunReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const skipped = inState('skipped');
    const broken = modules.flatMap((module) => [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ]);
    const failed = inState('failed').length + broken.length + unhandled.length;
    if (modules.length > 10) console.log(`The slowest files\n${slowest(modules).join('\n')}\n`);
    console.log(`Skipped: ${skipped.length || 'nothing'}`);
    for (const { module, fullName } of skipped) console.log(`  ${nameOf(module)}: ${fullName}`);
    console.log(`${inState('passed').length} passed, ${failed} failed`);
  }
}

function slowest(modules: readonly TestModule[]): string[] {
  return modules
    .map((module) => ({ name: nameOf(module), seconds: secondsOf(module) }))
    .toSorted((left, right) => right.seconds - left.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
}

const nameOf = ({ moduleId }: TestModule) => relative(projectRoot, moduleId);
