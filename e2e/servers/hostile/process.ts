import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { option } from '../support/arguments.ts';
import type { Attack } from '../support/raw.ts';
import { ordinarySkills } from '../support/served-skill.ts';

const skills = ordinarySkills(2);
const forever = (): void => void setInterval(() => {}, 60_000);

/** The process misbehaves before or beside the protocol. */
export const processAttacks: Readonly<Record<string, Attack>> = {
  garbage: {
    about: 'prints text that is not JSON, without end',
    start: () => void setInterval(() => process.stdout.write('Starting up, please wait...\n'), 5),
    on: () => true,
  },
  'some-garbage': {
    about: 'prints a banner first and works then',
    skills,
    start: () => void process.stdout.write('*** Welcome to the server ***\nnot json either\n'),
  },
  exits: {
    about: 'ends at once with a message on stderr',
    start: () => {
      process.stderr.write('Error: DATABASE_URL is not set\n    at start (server.js:1:1)\n');
      process.exit(3);
    },
  },
  'ignores-stdin': {
    about:
      'stays after stdin is closed and after SIGTERM, and has a child that holds its pipes (--pids FILE gets both process ids)',
    skills,
    stays: true,
    start: () => {
      process.on('SIGTERM', () => {});
      const child = spawn(
        process.execPath,
        ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},60000)'],
        { stdio: ['ignore', 'inherit', 'inherit'] },
      );
      const file = option('pids', '');
      if (file !== '') {
        // Whole at once: who waits for the file reads it as soon as it is there.
        writeFileSync(`${file}.part`, JSON.stringify([process.pid, child.pid]));
        renameSync(`${file}.part`, file);
      }
      forever();
    },
  },
  silent: { about: 'never answers anything', on: () => true },
  slow: {
    about: 'says on stderr that it is fetching, and reads its first line after --after ms',
    skills,
    start: () => {
      process.stderr.write('fetching packages\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(option('after', '0')));
    },
  },
  'ignores-discover': {
    about: 'never answers server/discover',
    skills,
    on: ({ method }) => method === 'server/discover',
  },
  chatty: {
    about: 'prints fifty lines of plain text before every answer',
    skills,
    on: (() => {
      let line = 0;
      return (message, wire) => {
        if (message.id === undefined || message.method === 'server/discover') return false;
        for (let printed = 0; printed < 50; printed += 1) wire.write(`log line ${line++}\n`);
        return false;
      };
    })(),
  },
  'other-version': {
    about: 'speaks a version that nobody knows, which its initialize answer names',
    on: (message, wire) => {
      if (message.method !== 'initialize') return false;
      const serverInfo = { name: 'other', version: '1' };
      wire.result(message.id, { protocolVersion: '2031-01-01', capabilities: {}, serverInfo });
      return true;
    },
  },
  'other-version-discovered': {
    about: 'speaks a version that nobody knows, and refuses every other',
    on: (message, wire) => {
      const data = { supported: ['2031-01-01'], requested: '2026-07-28' };
      wire.error(message.id, -32022, 'Unsupported protocol version', data);
      return true;
    },
  },
  'hangs-on-discover': {
    about: 'stops answering for good when the first request is not initialize',
    skills,
    on: (() => {
      let stuck = false;
      return (message) => {
        if (message.method === 'server/discover') stuck = true;
        return stuck;
      };
    })(),
  },
  'dies-on-discover': {
    about: 'ends when the first request is not initialize',
    skills,
    on: (message) => {
      if (message.method === 'server/discover') process.exit(1);
      return false;
    },
  },
  'stderr-flood': {
    about: 'writes 8 MB to stderr and works',
    skills,
    start: () => {
      for (let index = 0; index < 8_000; index += 1) process.stderr.write(`${'e'.repeat(1_023)}\n`);
    },
  },
};
