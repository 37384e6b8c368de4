import { localDecision } from '../../../shared/model/folder-text.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Button } from '../../components/Button/Button.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { useActions } from '../../store/context.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { ListingSection, RefusedSection } from './ListingSection.tsx';
import { ServerActions } from './ServerActions.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** One local folder: its skills, what wasn't read, and what apps do with a decision. */
export function FolderPage({ server, path }: { server: ServerView; path: string }) {
  const { openHosts } = useActions();
  return (
    <article className={layout.page} aria-labelledby="server-title">
      <header className={layout.header}>
        <div className={layout.heading}>
          <h1 className={layout.title} id="server-title">
            {server.label}
          </h1>
          <p className={styles.subtitle}>local folder · watched for changes</p>
        </div>
        <ServerActions server={server} />
      </header>
      <ConnectionCard server={server} />
      <ListingSection server={server} />
      <RefusedSection server={server.label} />
      <section className={layout.section} aria-labelledby="folder-decisions-title">
        <h2 className={styles.sectionTitle} id="folder-decisions-title">
          What apps do with your decisions
        </h2>
        <p>{localDecision}</p>
        <p>With other apps, remove the skill’s folder.</p>
        <div>
          <Button size="sm" onClick={openHosts}>
            Protected apps
          </Button>
        </div>
      </section>
      <section className={layout.section}>
        <h2 className={styles.sectionTitle}>Where it is</h2>
        <div className={layout.card}>
          <KeyValue
            items={[
              { name: 'Path', value: <CodeText text={writtenOut(path)} copy={path} /> },
              {
                name: 'Decisions in',
                value: 'folder-decisions.json, which no app reads',
              },
            ]}
          />
        </div>
      </section>
    </article>
  );
}
