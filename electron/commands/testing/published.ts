import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { root } from '../../../build/product.ts';
import { split, wantsJson } from '../call/parse.ts';
import { findCommand } from '../commands.ts';
import { documents, fileName } from '../published/documents.ts';

/**
 * The published schema with no further fields allowed anywhere: later writers may add some, but
 * today's output comes from today's writer.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const own = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, closed(one)]));
  return 'properties' in own && own['type'] === 'object' && !('additionalProperties' in own)
    ? { ...own, additionalProperties: false }
    : own;
}

const known = new Map<string, ValidateFunction>();

/** A validator of a document against a command's published schema. */
export function publishedFor(name: string): ValidateFunction {
  let check = known.get(name);
  if (check === undefined) {
    const path = `${root}schemas/${fileName(name)}.schema.json`;
    const schema = closed(JSON.parse(readFileSync(path, 'utf8'))) as object;
    known.set(name, (check = new Ajv2020({ strict: true }).compile(schema)));
  }
  return check;
}

/** Which schema describes what a command line prints. */
export function documentOf(argv: readonly string[]): string {
  const line = split(argv);
  if (line.given.has('help')) return 'help';
  const found = findCommand(line.words);
  // An unknown command, or one that prints no document, can only fail, just like this one.
  return found.kind === 'command' && Object.hasOwn(documents, found.name) ? found.name : 'version';
}

/** Throws if a command line with `--json` printed anything that its schema doesn't allow. */
export function demandPublished(argv: readonly string[], stdout: string): void {
  // A killed process printed nothing, or an incomplete document.
  if (!wantsJson(argv) || stdout.trim() === '') return;
  const name = documentOf(argv);
  const check = publishedFor(name);
  if (!check(JSON.parse(stdout)))
    throw new Error(
      `${name} printed what its schema does not have: ${JSON.stringify(check.errors, null, 1)}\n${stdout.slice(0, 2_000)}`,
    );
}
