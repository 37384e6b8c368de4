import { spawnSync } from 'node:child_process';
import { safeLoad } from 'js-yaml-3';
import { load as load4 } from 'js-yaml-4';
import { load as load5 } from 'js-yaml-5';
import { parseDocument } from 'yaml';

/** How another reader parses a text; `null` if it rejects it. */
export type Reading = { readonly value: unknown } | null;
export type Reader = (texts: readonly string[]) => readonly Reading[];

const here =
  (load: (text: string) => unknown): Reader =>
  (texts) =>
    texts.map((text) => {
      try {
        return { value: load(text) };
      } catch {
        return null;
      }
    });

/** YAML 1.1 with the library that Skillgate uses for 1.2: another schema, with merge keys. */
function yaml11(text: string): unknown {
  const document = parseDocument(text, { version: '1.1', merge: true, logLevel: 'silent' });
  if (document.errors[0] !== undefined) throw document.errors[0];
  return document.toJS();
}

/** Readers that every installation of this project has and that hosts in JavaScript use. */
export const npmReaders: Readonly<Record<string, Reader>> = {
  'js-yaml 3': here(safeLoad),
  'js-yaml 4': here(load4),
  'js-yaml 5': here((text) => load5(text)),
  'yaml, as 1.1': here(yaml11),
};

const python = `
import sys, json, datetime, yaml
def plain(value):
    if isinstance(value, dict):
        return {(k if isinstance(k, str) else 'not text: ' + repr(k)): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)): return [plain(item) for item in value]
    if value is None or isinstance(value, (str, bool, int)): return value
    if isinstance(value, float) and abs(value) < 1e300: return value
    return {'not JSON': repr(value)}
for text in json.load(sys.stdin):
    try: print(json.dumps({'value': plain(yaml.safe_load(text))}))
    except Exception: print('null')
`;
const ruby = `
require 'json'; require 'date'; require 'psych'
def plain(value)
  case value
  when Hash then value.to_h { |k, v| [k.is_a?(String) ? k : 'not text: ' + k.inspect, plain(v)] }
  when Array then value.map { |item| plain(item) }
  when String, Integer, true, false, nil then value
  when Float then value.finite? ? value : { 'not JSON' => value.to_s }
  else { 'not JSON' => value.inspect }
  end
end
JSON.parse(STDIN.read).each do |text|
  begin puts JSON.generate({ 'value' => plain(Psych.unsafe_load(text)) })
  rescue Exception then puts 'null'
  end
end
`;

/** Readers in other languages; `probe` says whether this machine has them. */
export const foreignReaders = [
  {
    name: 'PyYAML',
    missing: 'python3 with PyYAML is not installed',
    probe: ['python3', '-c', 'import yaml'],
    run: ['python3', '-c', python],
  },
  {
    name: 'psych',
    missing: 'ruby with psych 4 is not installed',
    probe: ['ruby', '-e', 'require "psych"; exit Psych.respond_to?(:unsafe_load)'],
    run: ['ruby', '-e', ruby],
  },
] as const;

export const isInstalled = ([program, ...args]: readonly [string, ...string[]]): boolean =>
  spawnSync(program, args).status === 0;

/** One process for all texts. */
export function foreignReader([program, ...args]: readonly [string, ...string[]]): Reader {
  return (texts) => {
    const { stdout, stderr } = spawnSync(program, args, {
      input: JSON.stringify(texts),
      maxBuffer: 256 << 20,
      encoding: 'utf8',
    });
    const lines = stdout.trimEnd().split('\n');
    if (lines.length !== texts.length) throw new Error(`${program}: ${stderr.slice(0, 1_000)}`);
    return lines.map((line) => JSON.parse(line) as Reading);
  };
}
