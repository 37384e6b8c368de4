import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/**
 * Writes the names of the tests that needed a second try, each with what its first one said, into
 * `SKILLGATE_TRIES_FILE`.
 */
export default class SecondTries implements Reporter {
  readonly #tried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if ((test.diagnostic()?.retryCount ?? 0) === 0) return;
    const [error] = test.result().errors ?? [];
    const said = error === undefined ? '' : ` (${firstLine(error.message)}${placeOf(error.stack)})`;
    this.#tried.push(`tried again: ${test.module.relativeModuleId} › ${test.fullName}${said}`);
  }

  onTestRunEnd(): void {
    const file = process.env['SKILLGATE_TRIES_FILE'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#tried));
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** The line of the test that failed: `, line 12`. */
function placeOf(stack: string | undefined): string {
  const line = /\.test\.tsx?:(\d+):\d+/.exec(stack ?? '')?.[1];
  return line === undefined ? '' : `, line ${line}`;
}
