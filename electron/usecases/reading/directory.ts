import { dialectOf } from '../../core/dialects/registry.ts';
import { limits } from '../../core/limits.ts';
import { visible } from '../../core/text.ts';
import { pathInEntry, resolveInEntry, rootOf } from '../../core/skill-place.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { DirectoryView } from '../../../shared/model/detail.ts';
import { fault, faultOf } from '../errors.ts';
import type { Parts } from '../parts.ts';
import type { Skill } from '../catalogue/server.ts';

/**
 * Lists one folder of a skill as the server shows it now. A live observation: a child that the
 * held entry does not have is shown as such and is never read as the skill's
 * ("Directory Reads and the Held Entry"). `folder` is relative, '' for the skill's root.
 */
export async function readDirectory(
  { links }: Pick<Parts, 'links'>,
  skill: Skill,
  folder: string,
): Promise<Result<DirectoryView, RequestError>> {
  const { server } = skill;
  if (server.facts?.directoryRead !== true)
    return err(fault('refused', 'This server does not offer to list folders (`directoryRead`).'));
  const adapter = dialectOf(skill.entry.dialect);
  if (adapter.directoryRequest === undefined || adapter.parseDirectory === undefined)
    return err(fault('refused', 'This dialect cannot list folders.'));
  const root = rootOf(skill.entry);
  const inside = folder === '' ? ok(root) : resolveInEntry(skill.entry, folder.replace(/\/+$/, ''));
  if (!inside.ok) return err(fault('refused', inside.error.message));
  const uri = inside.value;
  const listed = new Set(
    typeof skill.entry.files === 'string' ? [] : skill.entry.files.map((file) => file.uri),
  );
  const children = new Map<string, DirectoryView['children'][number]>();
  const cursors = new Set<string>();
  let cursor: string | undefined;
  let incomplete: string | undefined;
  for (;;) {
    const answer = await links.call(server, adapter.directoryRequest(uri, cursor));
    if (!answer.ok) {
      if (children.size === 0) return err(faultOf(answer.error));
      incomplete = faultOf(answer.error).message;
      break;
    }
    const page = adapter.parseDirectory(answer.value);
    if (!page.ok) return err(fault('server-error', page.error.message));
    for (const child of page.value.children)
      children.set(child.uri, childView(skill, uri, child, listed));
    if (page.value.left > 0)
      incomplete = `${page.value.left} children could not be read and are left out.`;
    const next = page.value.nextCursor;
    if (next === undefined) break;
    if (
      cursors.has(next) ||
      cursors.size >= limits.listPages ||
      children.size >= limits.directoryChildren
    ) {
      incomplete = cursors.has(next)
        ? 'The server gave the same cursor twice.'
        : 'The folder has more children than are shown.';
      break;
    }
    cursors.add(next);
    cursor = next;
  }
  const gone =
    incomplete === undefined
      ? [...listed].filter((file) => parentOf(file) === uri && !children.has(file))
      : [];
  return ok({
    uri,
    children: [...children.values()],
    gone,
    ...(incomplete === undefined ? {} : { incomplete }),
  });
}

const parentOf = (uri: string): string => uri.slice(0, uri.lastIndexOf('/'));

/**
 * The attacker controls every child URI: one that is not directly in the folder is shown as
 * refused.
 */
function childView(
  skill: Skill,
  folder: string,
  child: { readonly uri: string; readonly name: string; readonly folder: boolean },
  listed: ReadonlySet<string>,
): DirectoryView['children'][number] {
  const within = pathInEntry(skill.entry, child.uri);
  const direct = within.ok && parentOf(child.uri) === folder;
  const problem = within.ok
    ? direct
      ? undefined
      : 'Not a direct child of this folder.'
    : within.error.message;
  return {
    uri: child.uri,
    name: visible(child.name, 200),
    folder: child.folder,
    listed: direct && listed.has(child.uri),
    ...(problem === undefined ? {} : { problem }),
  };
}
