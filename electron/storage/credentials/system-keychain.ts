import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { err, ok, type Result } from '../../../shared/result.ts';
import { keychainWord } from './keychain.ts';
import type {
  SystemKeychain,
  KeychainAnswer,
  KeychainProblem,
  KeychainQuestion,
} from './keychain.ts';

/** For a person to find and answer the keychain's dialog (ms). */
const longestMs = 120_000;
const mostAnswerBytes = 64 * 1024;

/**
 * The system's keychain, by way of the command line in a process of its own (`keychain-access.ts`):
 * window and command are one program to it, so that it asks the person about one alone. Secrets go
 * over pipes, never as words or variables, which other users can read. The process neither keeps
 * this one alive nor outlives `longestMs`.
 */
export function systemKeychain(
  command: { readonly command: string; readonly args: readonly string[] },
  env: Readonly<Record<string, string | undefined>>,
): SystemKeychain {
  const ask = async (
    question: KeychainQuestion,
  ): Promise<Result<string | null, KeychainProblem>> => {
    const answer = await answerOf(command, env, question);
    return 'problem' in answer ? err(answer.problem) : ok(answer.secret);
  };
  const done = async (question: KeychainQuestion): Promise<Result<void, KeychainProblem>> => {
    const answer = await ask(question);
    return answer.ok ? ok(undefined) : answer;
  };
  return {
    get: (name) => ask({ does: 'get', name }),
    set: (name, secret) => done({ does: 'set', name, secret }),
    remove: (name) => done({ does: 'remove', name }),
  };
}

function answerOf(
  { command, args }: { readonly command: string; readonly args: readonly string[] },
  env: Readonly<Record<string, string | undefined>>,
  question: KeychainQuestion,
): Promise<KeychainAnswer> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, keychainWord], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env,
      windowsHide: true,
    });
    // Whoever waits keeps the program alive, and no longer than they wait.
    child.unref();
    for (const pipe of [child.stdin, child.stdout]) (pipe as Socket).unref();
    const kill = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(kill, longestMs).unref();
    process.once('exit', kill);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.length > mostAnswerBytes) kill();
    });
    const end = (answer: KeychainAnswer): void => {
      clearTimeout(timer);
      process.off('exit', kill);
      resolve(answer);
    };
    child.once('error', () => end({ problem: 'none' }));
    // Killed means that a person was asked and didn't answer; exiting without an answer means no
    // keychain.
    child.once('close', (_, signal) =>
      end(parseAnswer(said) ?? { problem: signal === null ? 'none' : 'locked' }),
    );
    // It may have ended before it was asked.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(question));
  });
}

function parseAnswer(text: string): KeychainAnswer | null {
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const { secret, problem } = value ?? {};
    if (problem === 'none' || problem === 'locked') return { problem };
    return typeof secret === 'string' || secret === null ? { secret } : null;
  } catch {
    return null;
  }
}
