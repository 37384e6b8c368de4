import { useEffect, useId, useState } from 'react';
import type { DirectoryView, SkillDetail } from '../../../shared/model/detail.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import { useActions, useApi } from '../../store/context.ts';
import styles from './FolderTree.module.css';
import folderCheckStyles from './FolderCheck.module.css';

/** A server may list thousands of children; show only as many as a person reads. */
const shown = 500;

/**
 * What the server lists in the folders of a skill without a complete manifest. Each folder loads
 * when it's opened.
 */
export function FolderTree({ detail }: { detail: SkillDetail }) {
  const [times, setTimes] = useState(0);
  return (
    <section className={styles.folders} aria-label="The server’s folders">
      <div className={styles.head}>
        <p>This server can list its folders. The list proves nothing about what it serves later.</p>
        <Button size="sm" icon="folder" onClick={() => setTimes(times + 1)}>
          {times === 0 ? 'List folders' : 'Refresh'}
        </Button>
      </div>
      {times > 0 && (
        <Listing key={times} detail={detail} folder="" label="Files that the server lists" />
      )}
    </section>
  );
}

function useFolder(
  server: string,
  uri: string,
  folder: string,
): { readonly view: DirectoryView | null; readonly error: string | null } {
  const api = useApi();
  const [view, setView] = useState<DirectoryView | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    void api.readDirectory({ server, uri, folder }).then((reply) => {
      if (!current) return;
      if (reply.ok) setView(reply.value);
      else setError(reply.error.message);
    });
    return () => {
      current = false;
    };
  }, [api, server, uri, folder]);
  return { view, error };
}

/** The URI's last segment opens the child; the name that the server gives may say anything. */
const segmentOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

function Listing({
  detail,
  folder,
  label,
}: {
  detail: SkillDetail;
  folder: string;
  label: string;
}) {
  const { server, uri } = detail.row;
  const { openFile } = useActions();
  const { view, error } = useFolder(server, uri, folder);
  if (error !== null)
    return (
      <p role="alert" className={styles.error}>
        {error}
      </p>
    );
  if (view === null)
    return (
      <p role="status" className={styles.muted}>
        Asking the server…
      </p>
    );
  const left = view.children.length - shown;
  return (
    <>
      {view.children.length === 0 && <p className={styles.muted}>Empty folder.</p>}
      <ul className={styles.list} aria-label={label}>
        {view.children.slice(0, shown).map((child) => (
          <li key={child.uri}>
            {child.problem !== undefined ? (
              <span className={styles.refused}>
                <code>{revealInvisible(child.uri)}</code> <Badge tone="bad">invalid</Badge>{' '}
                {child.problem}
              </span>
            ) : child.folder ? (
              <Folder
                detail={detail}
                name={segmentOf(child.uri)}
                path={folder === '' ? segmentOf(child.uri) : `${folder}/${segmentOf(child.uri)}`}
              />
            ) : (
              <button
                type="button"
                className={styles.entry}
                title={revealInvisible(child.uri)}
                onClick={() => openFile(server, uri, child.uri)}
              >
                <Icon name="file" size={14} />
                {revealInvisible(segmentOf(child.uri))}
              </button>
            )}
          </li>
        ))}
      </ul>
      {left > 0 && <p className={styles.muted}>{left} more not shown.</p>}
      {view.incomplete !== undefined && (
        <p className={styles.muted}>Incomplete: {view.incomplete}</p>
      )}
    </>
  );
}

function Folder({ detail, name, path }: { detail: SkillDetail; name: string; path: string }) {
  const [open, setOpen] = useState(false);
  const inside = useId();
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={open}
        aria-controls={inside}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
        {revealInvisible(name)}/
      </button>
      <div id={inside} className={styles.inside} hidden={!open}>
        {open && (
          <Listing detail={detail} folder={path} label={`Files in ${revealInvisible(path)}`} />
        )}
      </div>
    </>
  );
}

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
    <section className={folderCheckStyles.check} aria-label="The server’s folders">
      <div className={folderCheckStyles.head}>
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
          <p className={folderCheckStyles.muted}>The server’s list matches the manifest.</p>
        )}
        {incomplete.map((reason, index) => (
          <p key={index} className={folderCheckStyles.muted}>
            Incomplete: {reason}
          </p>
        ))}
      </div>
      {extra.length + gone.length > 0 && (
        <ul className={folderCheckStyles.list}>
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
