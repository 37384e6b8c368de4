import { spawn } from 'node:child_process';
import { reasonIn } from '../processes.mjs';
import { CannotMake } from './reason.mjs';

/**
 * Runs a program whose output matters only for debugging. Returns its standard output. Throws
 * CannotMake with `missing` if the program is missing, otherwise an Error with all its output as
 * `output`.
 */
export function runTool(
  command,
  args,
  { missing = `${command} is not on this machine`, ...options } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const out = [];
    const both = [];
    child.stdout.on('data', (data) => {
      out.push(data);
      both.push(data);
    });
    child.stderr.on('data', (data) => both.push(data));
    child.once('error', (error) =>
      reject(error.code === 'ENOENT' ? new CannotMake(missing) : error),
    );
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(out).toString('utf8'));
      const output = Buffer.concat(both).toString('utf8');
      const error = new Error(`${command} ended with ${code ?? signal}: ${reasonIn(output)}`);
      reject(Object.assign(error, { output }));
    });
  });
}
