import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { root } from '../../../build/product.ts';
import { split, wantsJson } from '../call/parse.ts';
import { named } from '../commands.ts';
import { documents, fileName } from '../published/documents.ts';

/**
 * As it is published, and with no further field anywhere: a decision of a later writer may have
 * some, and what is printed today is of today's writer.
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

/** What checks a document against the published schema of a command. */
export function publishedFor(name: string): ValidateFunction {
  let check = known.get(name);
  if (check === undefined) {
    const path = `${root}schemas/${fileName(name)}.schema.json`;
    const schema = closed(JSON.parse(readFileSync(path, 'utf8'))) as object;
    known.set(name, (check = new Ajv2020({ strict: true }).compile(schema)));
  }
  return check;
}

/** Which schema is that of what a command line prints. */
export function documentOf(argv: readonly string[]): string {
  const line = split(argv);
  if (line.given.has('help')) return 'help';
  const found = named(line.words);
  // What is no command, or one that prints no document, can only fail: so can this.
  return found.kind === 'command' && Object.hasOwn(documents, found.name) ? found.name : 'version';
}

/** Throws where a command line with `--json` printed anything but what is published of it. */
export function demandPublished(argv: readonly string[], stdout: string): void {
  // Whoever was killed has printed nothing, or not all of it.
  if (!wantsJson(argv) || stdout.trim() === '') return;
  const name = documentOf(argv);
  const check = publishedFor(name);
  if (!check(JSON.parse(stdout)))
    throw new Error(
      `${name} printed what its schema does not have: ${JSON.stringify(check.errors, null, 1)}\n${stdout.slice(0, 2_000)}`,
    );
}
