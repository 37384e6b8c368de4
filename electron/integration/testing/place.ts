import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseServerEntry } from '../../core/import/server-entry.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';

/** Anything that `servers.json` may have for one label. */
export type Entry = Readonly<Record<string, unknown>>;

/** A new folder for one test: the data folder, the person's home, and any forged files. */
export interface Place {
  readonly root: string;
  readonly data: string;
  readonly home: string;
  path(name: string): string;
  write(name: string, value: unknown): string;
  /** The same for a file that a running server may be reading: it sees all or nothing. */
  replace(name: string, value: unknown): string;
  json<T>(name: string): T;
  /** Empty if there is no such file. */
  text(name: string): string;
  remove(): void;
}

export function makePlace(): Place {
  const place = placeAt(realpathSync(mkdtempSync(join(tmpdir(), 'skillgate-whole-'))));
  mkdirSync(place.data, { mode: 0o700 });
  mkdirSync(place.home);
  return place;
}

/** The same, for a folder that another process made. */
export function placeAt(root: string): Place {
  const path = (name: string): string => join(root, name);
  const write: Place['write'] = (name, value) => {
    writeFileSync(path(name), typeof value === 'string' ? value : JSON.stringify(value));
    return path(name);
  };
  return {
    root,
    data: path('data'),
    home: path('home'),
    path,
    write,
    replace(name, value) {
      renameSync(write(`${name}.part`, value), path(name));
      return path(name);
    },
    text: (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : ''),
    json: (name) => JSON.parse(readFileSync(path(name), 'utf8')) as never,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Stores servers whose addresses a person has connected to before; their commands still ask. */
export function storeServers(place: Place, servers: Readonly<Record<string, Entry>>): void {
  place.write('data/servers.json', { mcpServers: servers });
  const file = 'data/consents.json';
  const before = existsSync(place.path(file))
    ? place.json<{ consents: Record<string, string> }>(file).consents
    : {};
  const addresses = Object.entries(servers).flatMap(([label, entry]) => {
    const config = parseServerEntry(entry);
    return config.ok && config.value.type !== 'stdio'
      ? [[label, consentFingerprint(config.value)]]
      : [];
  });
  const consents = { ...before, ...(Object.fromEntries(addresses) as Record<string, string>) };
  place.write(file, { format: 'skillgate/consents@1', consents });
}
