import type { FileMismatch } from '../../../shared/model/mismatch.ts';
import { sha256 } from '../../core/digest.ts';
import { listedFiles } from '../../core/files.ts';
import { own, isRecord } from '../../core/json.ts';
import { rewritten } from '../../core/mismatch/matching-rewrite.ts';
import { visible } from '../../core/text.ts';
import { fileBytes } from '../../core/verification/contents.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { ReadContext, SkillContext } from '../contexts.ts';

type Known = {
  readonly bytes: Uint8Array;
  readonly from: NonNullable<FileMismatch['from']>;
};

/** Exchanges of the file, and copies of it elsewhere, that are looked into. */
const limits = { exchanges: 20, copies: 20 } as const;

/**
 * Bytes that have the expected digest, from wherever any are known; nothing is asked of a server.
 * Whoever gives them cannot give others: each is hashed here.
 */
export async function expectedBytes(
  parts: ReadContext,
  skill: CatalogueSkill,
  file: string,
  { digest, size }: { readonly digest: string | undefined; readonly size: number | undefined },
  arrived: Uint8Array | null,
): Promise<Known | null> {
  if (digest === undefined) return null;
  const isIt = (bytes: Uint8Array): boolean => sha256(bytes) === digest;
  const { server, uri, record } = skill;
  const approved =
    server.identity === null ? null : await parts.snapshots.get(server.identity, uri, file, digest);
  if (approved !== null && isIt(approved)) {
    // Text is kept of what was denied, too.
    const bound = record?.resources.some((one) => one.uri === file && one.digest === digest);
    const words = bound === true ? `What you ${record?.decision ?? 'approved'}.` : earlier;
    return findKnown(approved, 'approved', words);
  }
  const session = parts.kept.get(server.label, digest);
  if (session !== null && isIt(session))
    return findKnown(session, 'session', 'What the server sent earlier in this session.');
  const logged = inLog(parts, skill, file, isIt);
  if (logged !== null)
    return findKnown(
      logged.bytes,
      'log',
      `What the server sent in exchange ${logged.row} of the protocol.`,
    );
  const copy = await elsewhere(parts, skill, file, digest);
  if (copy !== null && isIt(copy.bytes)) return copy;
  const made = arrived === null ? null : rewritten(arrived, { digest, size });
  if (made !== null) return findKnown(made.bytes, 'rewritten', 'Made from the received content.');
  return null;
}

const earlier = 'Kept from an earlier decision of yours.';

const findKnown = (
  bytes: Uint8Array,
  kind: NonNullable<FileMismatch['from']>['kind'],
  words: string,
): Known => ({ bytes, from: { kind, words } });

/** Another arrival of the same file. Bodies are masked and may be cut: the digest tells. */
function inLog(
  { log: { store } }: SkillContext,
  { server }: CatalogueSkill,
  file: string,
  isIt: (bytes: Uint8Array) => boolean,
): { readonly bytes: Uint8Array; readonly row: number } | null {
  const rows = [];
  for (const entry of store.entries())
    if (entry.server === server.label && entry.kind === 'exchange' && entry.target === file)
      rows.push(entry);
  for (const entry of rows.slice(-limits.exchanges).reverse()) {
    const body = store.textOf(entry.response);
    if (body === null) continue;
    const content = fileBytes(resultOf(body), file, 'any');
    if (content.ok && isIt(content.value.bytes))
      return { bytes: content.value.bytes, row: entry.id };
  }
  return null;
}

/** A body is a whole message, or the result of one. */
function resultOf(body: string): unknown {
  try {
    const message: unknown = JSON.parse(body);
    return isRecord(message) ? (own(message, 'result') ?? message) : message;
  } catch {
    // Cut, or not JSON: it has no bytes to give.
    return undefined;
  }
}

/** A file with the same digest, of any skill of any server, that was read. */
async function elsewhere(
  { catalogue, kept, snapshots, archives }: ReadContext,
  { server: own, uri: ownUri }: CatalogueSkill,
  file: string,
  digest: string,
): Promise<Known | null> {
  let looked = 0;
  for (const server of catalogue.servers.values())
    for (const { uri, entry } of server.skills.values())
      for (const one of listedFiles(entry)) {
        if (one.digest !== digest || (server === own && uri === ownUri && one.uri === file))
          continue;
        // The server's label first: a path or a name can be a sentence of the attacker's.
        const where =
          `on ${visible(server.label, 80)}: ` +
          `“${visible(one.path, 200)}” of “${visible(entry.name, 80)}”`;
        let read = kept.get(server.label, digest);
        // Only looks at the disk are counted: twenty lines that nobody read hide no copy in memory.
        if (read === null && server.identity !== null && looked < limits.copies) {
          looked += 1;
          read = await snapshots.get(server.identity, uri, one.uri, digest);
        }
        if (read !== null) return findKnown(read, 'copy', `The same file elsewhere, ${where}.`);
        const [archive] = entry.archives;
        const key =
          archive === undefined
            ? null
            : JSON.stringify([server.label, entry.uri, archive.url, archive.digest ?? '']);
        const packed = key === null ? undefined : archives.get(key)?.files.get(one.uri);
        if (packed !== undefined) return findKnown(packed, 'archive', `In an archive ${where}.`);
      }
  return null;
}
