import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

import { projectRoot } from '../../dev/processes.ts';

/** Prints a line per test, with any failure below it, and the totals at the end. */
export default class PromiseReporter implements Reporter {
  #passed = 0;
  #failed = 0;

  onTestModuleStart(module: TestModule): void {
    console.log(`\n${relative(projectRoot, module.moduleId)}`);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state === 'passed') this.#passed += 1;
    if (state === 'failed') this.#failed += 1;
    const seconds = ((test.diagnostic()?.duration ?? 0) / 1_000).toFixed(1);
    console.log(`  ${state === 'passed' ? 'ok  ' : state} ${test.fullName} (${seconds} s)`);
    for (const error of errors) console.log(indent(error));
  }

  onUserConsoleLog({ content }: { content: string }): void {
    console.log(content.trimEnd().replace(/^/gm, '       '));
  }

  /** Reports failed hooks. After a failed `beforeAll`, the tests of the suite are only skipped. */
  onTestSuiteResult(suite: TestSuite): void {
    for (const error of suite.errors()) {
      this.#failed += 1;
      console.log(`  failed ${suite.fullName}\n${indent(error)}`);
    }
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    const errors = [...unhandled, ...modules.flatMap((module) => [...module.errors()])];
    for (const error of errors) console.log(indent(error));
    this.#failed += errors.length;
    console.log(`\n${this.#passed} passed, ${this.#failed} failed`);
  }
}

function indent({ message, stack, diff }: { message: string; stack?: string; diff?: string }) {
  const text = [diff, stack ?? message].filter(Boolean).join('\n');
  return text.replace(/^/gm, '       ');
}
