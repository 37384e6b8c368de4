import { addressText, writtenOut } from '../../../shared/written-out.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { ServerTarget } from '../../../shared/model/server.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { dialectWords } from '../../store/dialects.ts';
import styles from './Header.module.css';
import { originInWords } from './status-text.ts';
import { Menu, type MenuEntry } from '../../components/Menu/Menu.tsx';
import { useRefreshEntry } from '../../store/refresh.ts';
import type { SkillTab } from '../../store/state.ts';

const where = (target: ServerTarget): string =>
  target.type === 'stdio' ? [target.command, ...target.args].join(' ') : addressText(target.url);

/** The skill's name, as the server calls it, at the start of the page's one line. */
export function SkillName({ row }: { row: SkillRow }) {
  return (
    <div className={styles.name}>
      <ServerText heading by={`Name, from ${row.server}`}>
        {row.name}
      </ServerText>
      {row.dialect !== 'skills-ext' && (
        <Badge tone="info" title={`${row.dialect}: ${dialectWords[row.dialect].about}`}>
          {dialectWords[row.dialect].name}
        </Badge>
      )}
      {row.content === 'dynamic' && <Badge icon="session">dynamic</Badge>}
    </div>
  );
}

/** Where the skill comes from: server, transport, address or command, description and URI. */
export function SkillOrigin({ row }: { row: SkillRow }) {
  const target = useApp((state) => state.servers.get(row.server)?.target);
  const folder = useApp((state) => state.servers.get(row.server)?.folder);
  const { selectServer } = useActions();
  return (
    <section className={styles.header} aria-label="Where it comes from">
      {row.description !== '' && (
        <ServerText by={`Description, from ${row.server}`}>{row.description}</ServerText>
      )}
      <p className={styles.whose}>
        <button type="button" className={styles.server} onClick={() => selectServer(row.server)}>
          <Icon name={folder === undefined ? 'server' : 'folder'} size={14} />
          {row.server}
        </button>
        {target !== undefined && (
          <span className={styles.transport}>{folder === undefined ? target.type : 'folder'}</span>
        )}
        {target !== undefined && (
          <span className={styles.address} title={folder ?? where(target)}>
            {folder === undefined ? where(target) : writtenOut(folder)}
          </span>
        )}
        <span className={styles.origin}>{originInWords[row.origin]}</span>
      </p>
      <div className={styles.uri}>
        <CodeText text={revealInvisible(row.uri)} copy={row.uri} label="Copy the URI" />
      </div>
    </section>
  );
}

/** What a person rarely needs on a skill's page: other views of it, links and a new entry. */
export function SkillMenu({
  row,
  tabs,
}: {
  row: SkillRow;
  tabs: readonly { readonly id: SkillTab; readonly label: string }[];
}) {
  const { copyText, linkTo, setTab } = useActions();
  const { server, uri } = row;
  const chosen = useApp((app) => app.tab);
  const file = useApp((app) => app.file);
  const { busy, refresh } = useRefreshEntry(row);
  const selection = { kind: 'skill', server, uri } as const;
  const items: MenuEntry[] = [
    ...tabs.map(({ id, label }) => ({ id, label, run: () => setTab(id) })),
    {
      id: 'link',
      label: 'Copy link',
      icon: 'link',
      run: () => copyText(linkTo({ selection, tab: null, file: null }), 'Link copied.'),
    },
    {
      id: 'file-link',
      label: 'Copy link to the file',
      icon: 'link',
      run: () =>
        copyText(
          linkTo({ selection, tab: chosen ?? 'preview', file: file ?? uri }),
          'Link copied.',
        ),
    },
    ...(row.standing.kind === 'refused'
      ? []
      : [
          {
            id: 'refresh',
            label: 'Refresh the entry',
            icon: 'refresh',
            reason: busy ? 'Waiting for an answer' : null,
            run: refresh,
          } as const,
        ]),
  ];
  return (
    <Menu
      label={`More for ${row.name}`}
      size="sm"
      quiet
      text="More"
      icon="chevronDown"
      items={items}
    />
  );
}
