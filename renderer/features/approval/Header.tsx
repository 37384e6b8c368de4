import { addressText } from '../../../shared/address-text.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { ServerTarget } from '../../../shared/model/server.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { CopyButton } from '../../components/CodeText/CopyButton.tsx';
import { Icon } from '../../components/Icon/Icon.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { dialectWords } from '../../store/dialects.ts';
import { RefreshEntry } from './RefreshEntry.tsx';
import styles from './Header.module.css';
import { originInWords } from './status-text.ts';

const where = (target: ServerTarget): string =>
  target.type === 'stdio' ? [target.command, ...target.args].join(' ') : addressText(target.url);

/** Identifies the skill: name, server label, transport, address or command, and URI. */
export function Header({ row }: { row: SkillRow }) {
  const target = useApp((state) => state.servers.get(row.server)?.target);
  const { selectServer, linkTo } = useActions();
  const { server, uri } = row;
  const link = linkTo({ selection: { kind: 'skill', server, uri }, tab: null, file: null });
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <ServerText heading by={`Name, from ${row.server}`}>
          {row.name}
        </ServerText>
        {row.dialect !== 'skills-ext' && (
          <Badge tone="info" title={`${row.dialect}: ${dialectWords[row.dialect].about}`}>
            {dialectWords[row.dialect].name}
          </Badge>
        )}
        {row.content === 'dynamic' && <Badge icon="session">dynamic</Badge>}
        <span className={styles.whose}>
          <button type="button" className={styles.server} onClick={() => selectServer(row.server)}>
            <Icon name="server" size={14} />
            {row.server}
          </button>
          {target !== undefined && <span className={styles.transport}>{target.type}</span>}
          {target !== undefined && (
            <span className={styles.address} title={where(target)}>
              {where(target)}
            </span>
          )}
          <span className={styles.origin}>{originInWords[row.origin]}</span>
        </span>
      </div>
      {row.description !== '' && (
        <ServerText by={`Description, from ${row.server}`} lines={2}>
          {row.description}
        </ServerText>
      )}
      <div className={styles.uri}>
        <CodeText text={revealInvisible(row.uri)} copy={row.uri} label="Copy the URI" />
        <CopyButton icon="link" label="Copy link" text={link} />
        <RefreshEntry row={row} quiet />
      </div>
    </header>
  );
}
