import { useEffect, useRef, useState } from 'react';
import { textOf } from '../../../shared/text-of.ts';
import type { RequestReply } from '../../../shared/contract.ts';
import type { ImportPreview } from '../../../shared/model/import.ts';
import { FileDrop } from '../../components/FileDrop/FileDrop.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useApi } from '../../store/context.ts';
import { ImportList } from './ImportList.tsx';
import styles from './page.module.css';

const settleMs = 200;
const largest = 4 * 1024 * 1024;
const example = `claude mcp add acme -- npx -y @acme/mcp
{ "mcpServers": { "acme": { "command": "npx", "args": ["-y", "@acme/mcp"] } } }`;

/**
 * Turns an address, command lines or a configuration into servers while the person types; the text
 * goes only to Skillgate's own process.
 */
export function AddByPaste() {
  const api = useApi();
  const [text, setText] = useState('');
  const [unread, setUnread] = useState<string | null>(null);
  const [answer, setAnswer] = useState<RequestReply<ImportPreview> | null>(null);
  const empty = text.trim() === '';
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Someone walking the tabs stays there.
    if (document.activeElement?.closest('[role=tablist]') == null)
      form.current?.querySelector('textarea')?.focus();
  }, []);
  useEffect(() => {
    if (empty) return undefined;
    let current = true;
    const timer = setTimeout(
      () =>
        void api.previewPaste({ text }).then((reply) => {
          if (current) setAnswer(reply);
        }),
      settleMs,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, empty, text]);
  const shown = empty ? null : answer;
  return (
    <div ref={form} className={styles.form}>
      <FileDrop
        label="Configuration file"
        accept=".json,.jsonc,application/json"
        largest={largest}
        textOf={textOf}
        onFile={(content, problem) => {
          setUnread(problem);
          if (content !== null) setText(content);
        }}
      >
        <TextField
          label="Address, command or configuration"
          mono
          rows={9}
          value={text}
          onChange={setText}
          error={unread ?? (shown?.ok === false ? shown.error.message : null)}
          placeholder={example}
          hint={
            'An address, a command line, “claude mcp add …”, ' +
            'or the configuration of Claude, VS Code, Cursor and others. ' +
            'Skillgate splits lines as a shell would but doesn’t run them.'
          }
        />
      </FileDrop>
      {shown?.ok && <ImportList key={shown.value.importId} previews={[shown.value]} />}
    </div>
  );
}
