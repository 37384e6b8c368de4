import { addressText } from '../../../shared/address-text.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { ServerTarget } from '../../../shared/model/server.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { dialectWords } from '../../store/dialects.ts';
import styles from './Header.module.css';
import { originInWords } from './status-text.ts';

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
