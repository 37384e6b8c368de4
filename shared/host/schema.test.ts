import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parseApprovals } from './index.ts';
import { publishedSchema } from './published.ts';
import { approvalsDocument, vectors } from './testing/vectors.ts';

const schema = publishedSchema();
// Formats are for readers; every time also has a pattern.
const accepts = new Ajv2020({ strict: true, validateFormats: false }).compile(schema);

/** Rules that JSON Schema can't express. */
const beyond = new Set(['two records of one skill']);
const documents = Object.entries(vectors.approvals).flatMap(([name, given]) =>
  // The previous version's files are converted and no longer have a schema.
  'text' in given || name.startsWith('@1') ? [] : [{ name, document: approvalsDocument(name) }],
);

describe('the schema of approvals.json', () => {
  it('is published as used for reading (vitest -u rewrites it)', async () => {
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      'approvals.schema.json',
    );
  });

  it.each(documents)('agrees with the library about: $name', ({ name, document }) => {
    expect(accepts(document) && !beyond.has(name)).toBe(
      parseApprovals(document).status === 'ready',
    );
  });

  const whole = approvalsDocument('approved') as { records: Record<string, unknown>[] };
  const fields = (value: unknown, at: string[] = []): string[][] => {
    if (
      typeof value !== 'object' ||
      value === null ||
      at.at(-1) === 'frontmatter' ||
      at.at(-1) === 'allowedTools'
    )
      return [];
    return Object.entries(value).flatMap(([key, inner]) => [
      ...(key === 'size' || /^\d+$/.test(key) ? [] : [[...at, key]]),
      ...fields(inner, [...at, key]),
    ]);
  };

  it.each(fields(whole).map((path) => path.join('.')))(
    'rejects a file without %s, as the library does',
    (path) => {
      const broken = structuredClone(whole) as unknown as Record<string, unknown>;
      const keys = path.split('.');
      const last = keys.pop();
      let parent = broken;
      for (const key of keys) parent = parent[key] as Record<string, unknown>;
      delete parent[last!];
      expect(accepts(broken)).toBe(false);
      expect(parseApprovals(broken).status).toBe('unreadable');
    },
  );
});
