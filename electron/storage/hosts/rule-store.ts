import { randomBytes } from 'node:crypto';
import { link, lstat, readdir, realpath, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, posix, sep, win32 } from 'node:path';
import { z } from 'zod';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { setDigest } from '../../core/decisions/record.ts';
import { hosts } from '../../core/hosts/host.ts';
import type {
  FolderSkillState,
  HostFile,
  HostFiles,
  RuleFile,
  RuleRecord,
  RuleStore,
} from '../../engine/ports/hosts.ts';
import { hostIds } from '../../../shared/model/plain.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { stageFile, writeAtomic } from '../disk/atomic-file.ts';
import { readJson } from '../disk/bounded-read.ts';
import { type MachineInfo, codeOf, messageOf } from '../disk/data-folder.ts';
import { withLock } from '../disk/lock.ts';
import { openFolderSource } from '../folders/folder-source.ts';
import { hostPath } from './host-paths.ts';
import { managedProblem } from './managed-settings.ts';
import { ruleRecordPath } from './lazy-rule-store.ts';

const mostBytes = 16 * 1024 * 1024;
const format = 'skillgate/host-rules@1';
const fileSchema = z.object({
  format: z.literal(format),
  hosts: z.array(
    z.object({
      host: z.enum(hostIds),
      file: z.string(),
      serverFiles: z.array(z.string()),
      written: z.object({
        rules: z.object({ allow: z.array(z.string()), deny: z.array(z.string()) }),
        before: z.string(),
        after: z.string(),
        made: z.array(z.string()),
      }),
      madeFile: z.boolean(),
      since: z.string(),
    }),
  ),
});

/**
 * Hosts' own settings, and in `host-rules.json` of the data folder which rules in them are
 * Skillgate's (`folder-rules.json`: which names of local skills). A record that can't be read is
 * never written over.
 */
export function openRuleStore(
  place: MachineInfo,
  folder: string,
  about: RuleStore['about'],
  hostFiles: Pick<HostFiles, 'files' | 'read' | 'replace'>,
  servers: RuleStore['servers'],
): RuleStore {
  const main = ruleRecordPath(folder, about);

  const list = (): ReturnType<RuleStore['list']> =>
    readJson<readonly RuleRecord[]>(main, mostBytes, {
      missing: [],
      take: (json) => fileSchema.safeParse(json).data?.hosts ?? null,
    });

  const keep = async (records: readonly RuleRecord[]): Promise<Result<void, string>> => {
    try {
      if (records.length === 0) await unlink(main).catch(ignoreMissing);
      else
        await writeAtomic(main, [
          Buffer.from(`${JSON.stringify({ format, hosts: records }, null, 2)}\n`),
        ]);
      return ok(undefined);
    } catch (error) {
      if (codeOf(error) === '') throw error;
      return err(`${main} can’t be written (${codeOf(error)})`);
    }
  };

  return {
    ...{ about, servers, list, stateOf },
    linkedFolders: (id) => linkedFolders(place, id),
    async files() {
      if (about === 'folders') return filesByName(place);
      return hosts.flatMap(({ id, ownRules }): RuleFile[] => {
        const path = ownRules === undefined ? null : hostPath(place, ownRules.file);
        const serverFiles = hostFiles.files.filter((one) => one.id === id).map((one) => one.path);
        return path === null ? [] : [{ id, path, serverFiles }];
      });
    },
    // An administrator's rules about permissions say nothing about local skills.
    managed: async ({ id }) => (about === 'servers' ? managedReason(place, id) : null),

    async read({ path }) {
      const file = await hostFiles.read(path);
      if (!file.ok) {
        if (file.error.reason !== 'missing') return err(file.error.message);
        const problem = await absentProblem(place, path);
        return problem === null ? ok(null) : err(problem);
      }
      const problem = await untrusted(place, file.value);
      return problem === null ? ok(file.value) : err(problem);
    },

    async write({ path }, from, bytes) {
      if (from !== null && bytes !== null) return hostFiles.replace(from, bytes);
      try {
        if (bytes !== null) return await create(path, bytes);
        const now = await hostFiles.read(path);
        if (from === null || (!now.ok && now.error.reason === 'missing')) return ok(undefined);
        if (!now.ok || !Buffer.from(now.value.bytes).equals(from.bytes))
          return err({ reason: 'changed', message: `${path} changed in the meantime` });
        await unlink(path);
        return ok(undefined);
      } catch (error) {
        if (codeOf(error) === '') throw error;
        return err({ reason: 'unwritable', message: `${path}: ${messageOf(error)}` });
      }
    },

    async exclusively(work) {
      const done = await withLock(`${main}.lock`, async () => {
        const records = await list();
        return records.ok ? ok(await work(records.value, keep)) : records;
      });
      return done.ok ? done.value : err(done.error.message);
    },
  };
}

/** Why a file that isn't there can't be made. */
async function absentProblem(place: MachineInfo, path: string): Promise<string | null> {
  // A link that leads nowhere isn't an absent file: whoever made it chose what is written.
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  if (isThere) return `${path} is a link that leads nowhere`;
  const folder = await realpath(dirname(path)).catch(() => null);
  if (folder === null || !(await isFolder(folder)))
    return `${dirname(path)} doesn’t exist, so the app isn’t set up here`;
  return outsideReason(place, path, join(folder, basename(path)));
}

/** Most links that are followed in one folder. */
const mostLinks = 1_000;

async function linkedFolders(place: MachineInfo, id: RuleFile['id']): Promise<readonly string[]> {
  const ends = hosts.find((one) => one.id === id)?.byName?.folders ?? [];
  const tops = ends.flatMap((end) => [join(place.home, end), join(place.home, '.config', end)]);
  const found: string[] = [];
  for (const top of tops) {
    const entries = await readdir(top, { withFileTypes: true }).catch(() => []);
    const links = entries.filter((one) => one.isSymbolicLink()).slice(0, mostLinks);
    for (const path of [top, ...links.map(({ name }) => join(top, name))]) {
      const real = await realpath(path).catch(() => null);
      if (real !== null) found.push(real);
    }
  }
  return found;
}

/** Every host that has a setting by name, and the file that counts for it. */
async function filesByName(place: MachineInfo): Promise<RuleFile[]> {
  const found: RuleFile[] = [];
  for (const { id, byName } of hosts) {
    const paths = (byName?.files ?? []).flatMap((file) => hostPath(place, file) ?? []);
    const there = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
    const path = paths.find((_, at) => there[at] !== null) ?? paths[0];
    if (path !== undefined) found.push({ id, path, serverFiles: [] });
  }
  return found;
}

/** Compares the files on the disk with those that were approved. */
async function stateOf({
  server,
  uri,
  name,
  resources,
}: ApprovalRecord): Promise<FolderSkillState> {
  const source = await openFolderSource({ cwd: server.label, home: '' }, server.label);
  if (!source.ok) return 'unknown';
  const { path: top, skills, left } = source.value;
  const unseen = left.filter(({ isUnseen }) => isUnseen).map(({ path }) => path);
  const [skill, another] = skills.filter((one) => one.uri === uri);
  // The attacker puts a link in its place, or makes it unreadable for Skillgate alone.
  if (skill === undefined)
    return unseen.length > 0 || skills.some(({ frontmatter }) => frontmatter['name'] === name)
      ? 'changed'
      : 'unknown';
  // The attacker puts a copy of what was approved beside it.
  if (another !== undefined) return 'changed';
  // What couldn't be read may be what changed; at the top is what wasn't even named.
  const isUnseen = unseen.some((path) => path === top || path.startsWith(`${skill.folder}${sep}`));
  return !isUnseen && setDigest(skill.files) === setDigest(resources) ? 'unchanged' : 'changed';
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** Makes a file in one step; whoever made one first has written it. */
async function create(path: string, bytes: Uint8Array): ReturnType<RuleStore['write']> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const staged = await stageFile(path, temporary, [bytes]);
  try {
    await link(temporary, path);
    return ok(undefined);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return err({ reason: 'changed', message: `${path} was made in the meantime` });
  } finally {
    await staged.discard();
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

/** Why a file isn't Skillgate's to write, though the system may allow it. */
async function untrusted(
  place: MachineInfo,
  { path, real, isReadOnly }: HostFile,
): Promise<string | null> {
  // Replacing it would work all the same, but whoever did this meant it.
  if (isReadOnly) return `${path} is read-only`;
  const { uid } = await stat(real).catch(() => ({ uid: 0 }));
  const own = process.getuid?.() ?? 0;
  if (own !== 0 && uid !== own) return `${path} belongs to another user`;
  return outsideReason(place, path, real);
}

/**
 * The attacker has made a link of it, so that rules are written where another program reads them.
 */
async function outsideReason(
  { platform, home }: MachineInfo,
  path: string,
  real: string,
): Promise<string | null> {
  const { relative, isAbsolute } = platform === 'win32' ? win32 : posix;
  const way = relative(home, path);
  const isInHome = !way.startsWith('..') && !isAbsolute(way);
  const base = await realpath(isInHome ? home : dirname(path)).catch(() => null);
  return base !== null && real.startsWith(base.endsWith(sep) ? base : `${base}${sep}`)
    ? null
    : `${path} leads to ${real}, outside ${isInHome ? 'your home folder' : dirname(path)}`;
}

/** Why the app doesn't use a person's own rules. */
async function managedReason(place: MachineInfo, id: RuleFile['id']): Promise<string | null> {
  const host = hosts.find((one) => one.id === id);
  const folder = host?.ownRules === undefined ? null : hostPath(place, host.ownRules.managedFolder);
  return host === undefined || folder === null ? null : managedProblem(host.name, folder);
}
