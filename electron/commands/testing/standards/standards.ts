import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import formats from 'ajv-formats';
import { validateXML } from 'xmllint-wasm';

/**
 * The schemas of formats that others publish, from packages that contain them. No package has just
 * Jenkins' schema of JUnit XML, so it lies next to this file with its license (MIT) in it.
 */
const require = createRequire(import.meta.url);
type Document = Readonly<Record<string, unknown>>;

/** Problems, one per line; empty if there are none. */
type Faults = (value: unknown) => readonly string[];

/** Draft 4 names a schema by `id`; nothing else that these schemas use has changed since. */
function compiled(document: Document, others: readonly object[]): Faults {
  const schema = Object.fromEntries(
    Object.entries(document).filter(([key]) => key !== '$schema' && key !== 'id'),
  );
  const ajv = new Ajv({ strict: false, unicodeRegExp: false });
  formats.default(ajv);
  ajv.addMetaSchema(draft06);
  for (const other of others) ajv.addSchema(other);
  const accepts = ajv.compile(schema);
  return (value) =>
    accepts(value)
      ? []
      : (accepts.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const text = (path: string | URL): string => readFileSync(path, 'utf8');

/** Validates with the JSON Schema of SARIF 2.1.0. */
export const sarifFaults = compiled(
  JSON.parse(
    text(require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')),
  ) as Document,
  [],
);

/** Validates with the JSON Schemas of HAR 1.2. */
export const harFaults = compiled(
  { $ref: 'har.json#' },
  Object.values(require('har-schema') as Readonly<Record<string, object>>),
);

const xsd = text(new URL('jenkins-junit.xsd', import.meta.url));

/**
 * Validates with the XML Schema of Jenkins' JUnit reports. Text that isn't XML is a problem, too.
 */
export async function junitFaults(...reports: readonly string[]): Promise<readonly string[]> {
  const { valid, errors } = await validateXML({
    xml: reports.map((contents, index) => ({ fileName: `report-${index}.xml`, contents })),
    schema: [xsd],
  });
  return valid ? [] : errors.map(({ message }) => message);
}
