import { useEffect, useState } from 'react';
import { textOf } from '../../../shared/text-of.ts';
import type { RequestReply, RequestOutput } from '../../../shared/contract.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { FileDrop } from '../../components/FileDrop/FileDrop.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApi, useConfirm } from '../../store/context.ts';
import { BundleContents } from './BundleContents.tsx';
import styles from './exchange.module.css';
import { wouldWrite } from './bundle-text.ts';
import { Status } from '../../components/Status/Status.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';

const settleMs = 250;
const largest = 8 * 1024 * 1024;

/**
 * Imports decisions that someone else signed: shows the signer and the changes, and saves nothing
 * until the person confirms.
 */
export function ImportBundle() {
  const api = useApi();
  const confirm = useConfirm();
  const { closeOverlay } = useActions();
  const [text, setText] = useState('');
  const [unread, setUnread] = useState<string | null>(null);
  const [answer, setAnswer] = useState<RequestReply<RequestOutput<'previewBundle'>> | null>(null);
  const [trustKey, setTrustKey] = useState(false);
  const [older, setOlder] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<RequestOutput<'applyBundle'>['outcomes'] | null>(null);
  const empty = text.trim() === '';
  useEffect(() => {
    setAnswer(null);
    setTrustKey(false);
    setOlder(false);
    if (empty) return undefined;
    let current = true;
    const timer = setTimeout(
      () =>
        void api.previewBundle({ text }).then((reply) => {
          if (current) setAnswer(reply);
        }),
      settleMs,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, empty, text]);
  const preview = answer?.ok ? answer.value : null;
  const signer = preview?.problem === null ? preview.signer : null;
  const writes = preview && signer ? wouldWrite(preview.items, older).length : 0;
  const allowed = signer !== null && (signer.trusted || trustKey);
  const reason = busy
    ? 'Importing'
    : empty
      ? 'Paste a bundle first'
      : answer === null
        ? 'Reading the bundle'
        : signer === null
          ? 'Couldn’t import this bundle'
          : !allowed
            ? 'Confirm that you compared the key’s fingerprint'
            : writes === 0 && !trustKey && preview?.answers.length === 0
              ? 'Nothing to import'
              : null;
  const apply = async (): Promise<void> => {
    if (!preview) return;
    setBusy(true);
    setError(null);
    const { bundleId, challenge } = preview;
    const proof = trustKey ? await confirm(challenge, { request: 'trustKey', bundleId }) : null;
    const reply = await api.applyBundle({ bundleId, trustKey: proof, older });
    setBusy(false);
    if (reply.ok) setOutcomes(reply.value.outcomes);
    else setError(reply.error.message);
  };
  if (outcomes !== null) {
    return (
      <Dialog
        title="Import decisions"
        isOpen
        onClose={closeOverlay}
        size="lg"
        footer={
          <Button key="close" ref={focusOnMount} onClick={closeOverlay}>
            Close
          </Button>
        }
      >
        <ImportOutcomes outcomes={outcomes} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Import decisions"
      isOpen
      onClose={closeOverlay}
      size="lg"
      footer={
        <>
          <Button onClick={closeOverlay}>Cancel</Button>
          <Button variant="primary" reason={reason} onClick={() => void apply()}>
            {writes === 0
              ? 'Import'
              : `Import ${writes.toLocaleString('en')} ${writes === 1 ? 'decision' : 'decisions'}`}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {error !== null && (
          <Banner tone="bad" live="assertive" title="Nothing was imported">
            {error}
          </Banner>
        )}
        <p className={styles.muted}>
          An imported approval covers the same content as the original, so a skill that differs here
          is marked as changed. Nothing is saved until you confirm.
        </p>
        <FileDrop
          label="Bundle file"
          accept=".json,.dsse,application/json"
          largest={largest}
          textOf={textOf}
          onFile={(content, problem) => {
            setUnread(problem);
            if (content !== null) setText(content);
          }}
        >
          <TextField
            label="Signed bundle"
            mono
            rows={preview ? 3 : 7}
            value={text}
            onChange={setText}
            placeholder='{ "payloadType": …, "payload": …, "signatures": […] }'
            error={unread ?? (answer?.ok === false ? answer.error.message : null)}
            hint="Paste the text of the bundle, choose its file, or drop it here."
          />
        </FileDrop>
        {preview !== null && preview.problem !== null && (
          <Banner tone="bad" live="polite" title="Couldn’t import this bundle">
            {preview.problem}
          </Banner>
        )}
        {preview !== null && (
          <BundleContents
            preview={preview}
            trustKey={trustKey}
            onTrustKey={setTrustKey}
            older={older}
            onOlder={setOlder}
          />
        )}
      </div>
    </Dialog>
  );
}

type Outcomes = RequestOutput<'applyBundle'>['outcomes'];

/** The result for each decision, those not imported first. */
function ImportOutcomes({ outcomes }: { outcomes: Outcomes }) {
  const done = outcomes.filter((one) => one.outcome === 'done').length;
  const ordered = [...outcomes].sort(
    (a, b) => Number(a.outcome === 'done') - Number(b.outcome === 'done'),
  );
  return (
    <div className={styles.stack}>
      <Banner
        tone={done === outcomes.length ? 'ok' : 'warn'}
        live="polite"
        title={
          done === 0 && outcomes.length > 0
            ? 'Nothing was imported'
            : `${done.toLocaleString('en')} imported${done === outcomes.length ? '' : `, ${(outcomes.length - done).toLocaleString('en')} not imported`}`
        }
      >
        Imported decisions are marked with the key that signed them, here and in the audit.
      </Banner>
      {ordered.length > 0 && (
        <div className={styles.items} style={{ height: `min(${ordered.length * 3.6}rem, 22rem)` }}>
          <VirtualList
            items={ordered}
            keyOf={(one) => `${one.server}\n${one.uri}`}
            label="Outcomes"
            rowRem={3.6}
            render={(one) => (
              <div className={styles.item}>
                <Status
                  icon={one.outcome === 'done' ? 'check' : 'info'}
                  tone={one.outcome === 'done' ? 'ok' : 'warn'}
                  word={one.outcome === 'done' ? 'imported' : 'not imported'}
                  hideWord
                  size={14}
                />
                <div className={styles.grow}>
                  <p className={styles.clip} title={one.uri}>
                    {one.uri}
                  </p>
                  <p className={styles.clip}>
                    <span className={styles.muted}>
                      {one.server}
                      {one.message === '' ? '' : ` · ${one.message}`}
                    </span>
                  </p>
                </div>
              </div>
            )}
          />
        </div>
      )}
    </div>
  );
}
