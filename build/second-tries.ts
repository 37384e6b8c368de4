import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase } from 'vitest/node';

/** Writes the names of the tests that needed a second try into `SKILLGATE_TRIES_FILE`. */
export default class SecondTries implements Reporter {
  readonly #tried: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if ((test.diagnostic()?.retryCount ?? 0) > 0)
      this.#tried.push(`tried again: ${test.module.relativeModuleId} › ${test.fullName}`);
  }

  onTestRunEnd(): void {
    const file = process.env['SKILLGATE_TRIES_FILE'];
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.#tried));
  }
}
