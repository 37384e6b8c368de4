import { useEffect, useState } from 'react';
import type { ImportPreview } from '../../../shared/model/import.ts';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useApi } from '../../store/context.ts';
import { ImportList } from './ImportList.tsx';
import styles from './page.module.css';

const settleMs = 200;
const example = '{ "mcpServers": { "acme": { "command": "npx", "args": ["-y", "@acme/mcp"] } } }';

/** JSON in, servers out, as the person types; the text goes no further than Skillgate's own process. */
export function AddByPaste() {
  const api = useApi();
  const [text, setText] = useState('');
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (text.trim() === '') {
      setPreview(null);
      setError(null);
      return undefined;
    }
    let current = true;
    const timer = setTimeout(() => void api.previewPaste({ text }).then((reply) => {
      if (!current) return;
      setPreview(reply.ok ? reply.value : null);
      setError(reply.ok ? null : reply.error.message);
    }), settleMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, text]);
  return (
    <div className={styles.form}>
      <TextField label="Configuration as JSON" mono rows={9} value={text} onChange={setText} error={error} placeholder={example} hint="As Claude, VS Code, Cursor and server documentation write it: mcpServers, servers, or one server alone." />
      {preview && <ImportList preview={preview} />}
    </div>
  );
}
