import { useState } from 'react';
import type { DirectoryView, SkillDetail } from '../../../shared/model/detail.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { useActions, useApi } from '../../store/context.ts';
import styles from './FolderCheck.module.css';

/** Every folder in the manifest, relative to the skill; '' is the root. */
const foldersOf = (paths: readonly string[]): string[] => {
  const folders = new Set(['']);
  for (const path of paths) {
    const steps = path.split('/').slice(0, -1);
    steps.forEach((_, index) => folders.add(steps.slice(0, index + 1).join('/')));
  }
  return [...folders].sort();
};

/**
 * A file's path below its skill as the main process has it; the displayed path has hidden
 * characters written out.
 */
function pathIn(skill: string, file: string): string {
  const rest = file.slice(skill.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}

/**
 * What the server lists in the skill's folders now: an observation that never becomes part of the
 * manifest.
 */
export function FolderCheck({ detail }: { detail: SkillDetail }) {
  const { server, uri } = detail.row;
  const api = useApi();
  const { attempt } = useActions();
  const [views, setViews] = useState<readonly DirectoryView[] | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async (): Promise<void> => {
    setBusy(true);
    const found: DirectoryView[] = [];
    for (const folder of foldersOf(detail.files.map((file) => pathIn(uri, file.uri)))) {
      const view = await attempt(
        api.readDirectory({ server, uri, folder }),
        'Couldn’t list the folder',
      );
      if (view === undefined) break;
      found.push(view);
    }
    setViews(found);
    setBusy(false);
  };
  const nameOf = (file: string): string =>
    detail.files.find((one) => one.uri === file)?.path ?? file;
  const known = new Set(views?.map((view) => view.uri));
  const extra =
    views?.flatMap((view) =>
      view.children.filter(
        (child) =>
          child.problem !== undefined || (!child.listed && !(child.folder && known.has(child.uri))),
      ),
    ) ?? [];
  const gone = views?.flatMap((view) => view.gone) ?? [];
  const incomplete = views?.flatMap((view) => view.incomplete ?? []) ?? [];
  return (
    <section className={styles.check} aria-label="The server’s folders">
      <div className={styles.head}>
        <p>
          This server can list its folders. Skillgate compares the list with the manifest and never
          reads the files.
        </p>
        <Button
          size="sm"
          icon="folder"
          reason={busy ? 'Waiting for an answer' : null}
          onClick={() => void check()}
        >
          {views === null ? 'List folders' : 'Refresh'}
        </Button>
      </div>
      <div role="status">
        {views !== null && extra.length + gone.length === 0 && incomplete.length === 0 && (
          <p className={styles.muted}>The server’s list matches the manifest.</p>
        )}
        {incomplete.map((reason, index) => (
          <p key={index} className={styles.muted}>
            Incomplete: {reason}
          </p>
        ))}
      </div>
      {extra.length + gone.length > 0 && (
        <ul className={styles.list}>
          {extra.map((child) => (
            <li key={child.uri} title={child.uri}>
              <code>
                {child.name}
                {child.folder ? '/' : ''}
              </code>{' '}
              <Badge tone="warn">served, not in the manifest</Badge> {child.problem}
            </li>
          ))}
          {gone.map((file) => (
            <li key={file} title={file}>
              <code>{nameOf(file)}</code>{' '}
              <Badge tone="warn">in the manifest, no longer listed</Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
