import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasPython } from './testing/reference.ts';
import { approvalsText, vectors } from './testing/vectors.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillgate-consumer-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a line of Python prints, with the documented consumer imported as `consumer`. */
function python(...lines: readonly string[]): unknown {
  const script = ['import json, sys', 'import consumer, reference', ...lines].join('\n');
  const path = [here('../../docs'), here('testing')].join(process.platform === 'win32' ? ';' : ':');
  const env = { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' };
  const run = spawnSync('python3', ['-c', script], { encoding: 'utf8', env });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as unknown;
}
const text = (value: unknown): string => JSON.stringify(JSON.stringify(value));

if (!hasPython) process.stdout.write('    skipped: python3 3.8 or newer isn’t here\n');

describe.skipIf(!hasPython)('the documented consumer in Python', () => {
  it('answers every published vector', () => {
    const wrong = python(
      `vectors = reference.load(${JSON.stringify(here('vectors.json'))})`,
      'wrong = []',
      'cases = list(reference.questions(vectors))',
      'for question, expected in cases:',
      '    given = (consumer.identity_of(question["config"]) if question["ask"] == "identity" else',
      '             consumer.check(question["text"], question["query"]) if question["ask"] == "check"',
      '             else reference.answer(question))',
      '    if given != expected: wrong.append(question)',
      'print(json.dumps({"wrong": wrong, "cases": len(cases)}))',
    ) as { readonly wrong: unknown[]; readonly cases: number };
    expect(wrong.wrong).toEqual([]);
    const { identity, setDigest, check, label } = vectors;
    expect(wrong.cases).toBe(identity.length + setDigest.length + check.length + label.length);
  });

  it('reads the file as the library does: a link, a loose file and a lost one say nothing', () => {
    const file = (name: string): string => join(folder, name, 'approvals.json');
    const names = ['good', 'loose', 'link', 'lost', 'never', 'bytes'];
    for (const name of names) spawnSync('mkdir', ['-p', join(folder, name)]);
    for (const name of ['good', 'loose'])
      writeFileSync(file(name), approvalsText('approved'), { mode: 0o600 });
    chmodSync(file('loose'), 0o666);
    symlinkSync(file('good'), file('link'));
    writeFileSync(join(folder, 'lost', 'audit.jsonl'), '');
    writeFileSync(file('bytes'), Buffer.from([0xff]), { mode: 0o600 });
    const standings = python(
      `query = json.loads(${text(vectors.query)})`,
      `paths = json.loads(${text(names.map(file))})`,
      'print(json.dumps([reference.check(consumer.read_approvals(path), query)["standing"] for path in paths]))',
    );
    expect(standings).toEqual([
      ...['approved', 'cannot-tell', 'cannot-tell', 'cannot-tell', 'undecided', 'cannot-tell'],
    ]);
  });

  it('asks with its own configuration, and holds bytes against the entry', () => {
    const { uri, resources } = vectors.query;
    const config = { url: 'https://mcp.acme.example/mcp' };
    const other = { url: 'https://mcp.other.example/mcp' };
    expect(
      python(
        `entry = json.loads(${text({ uri, resources })})`,
        `source = json.loads(${text(approvalsText('approved'))})`,
        `configs = json.loads(${text([config, other])})`,
        'said = [consumer.answer_for(source, config, entry)["standing"] for config in configs]',
        'one = {**entry, "resources": [{"uri": "u", "digest": "sha256:" + "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb", "size": 1}]}',
        'print(json.dumps(said + [consumer.verified(one, "u", b) for b in [b"a", b"b", b"aa"]] + [consumer.verified(one, "v", b"a")]))',
      ),
    ).toEqual(['approved', 'undecided', true, false, false, false]);
  });

  it('finds the file where every reader looks', () => {
    expect(
      python(
        'place = consumer.approvals_path',
        'print(json.dumps([place({"SKILLGATE_HOME": "/s"}, "linux"), place({"XDG_CONFIG_HOME": "/x"}, "linux"), place({"XDG_CONFIG_HOME": "x"}, "linux").endswith("/.config/skillgate/approvals.json")]))',
      ),
    ).toEqual(['/s/approvals.json', '/x/skillgate/approvals.json', true]);
  });
});
