import { Tabs } from '../../components/Tabs/Tabs.tsx';
import { useActions } from '../../store/context.ts';
import { AddByForm } from './AddByForm.tsx';
import { AddByImport } from './AddByImport.tsx';
import { AddByPaste } from './AddByPaste.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

export function AddServer({ tab }: { tab: 'form' | 'paste' | 'import' }) {
  const { addServer } = useActions();
  return (
    <div className={layout.page}>
      <header>
        <h1 className={layout.title}>Add servers</h1>
        <p className={styles.subtitle}>
          Adding a server doesn’t start it. You see each command and allow it before it first runs.
          Skillgate contacts addresses that you type right away; pasted or imported ones wait for
          you.
        </p>
      </header>
      <div className={styles.tabs}>
        <Tabs
          label="Ways to add servers"
          selected={tab}
          onSelect={(id) => addServer(id === 'paste' || id === 'import' ? id : 'form')}
          items={[
            { id: 'form', label: 'Form', content: <AddByForm /> },
            { id: 'paste', label: 'Paste', content: <AddByPaste /> },
            { id: 'import', label: 'Import', content: <AddByImport /> },
          ]}
        />
      </div>
    </div>
  );
}
