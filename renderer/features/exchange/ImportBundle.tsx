import { useEffect, useEffectEvent, useState } from 'react';
import type { BundlePreview } from '../../../shared/model/bundle.ts';
import { textOf } from '../../../shared/text-of.ts';
import type { RequestReply, RequestOutput } from '../../../shared/contract.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { FileDrop } from '../../components/FileDrop/FileDrop.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApi, useConfirm } from '../../store/context.ts';
import { BundleContents, wouldWrite } from './BundleContents.tsx';
import styles from './exchange.module.css';
import { Status } from '../../components/Status/Status.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';

const settleMs = 250;
const largest = 8 * 1024 * 1024;

/**
 * Imports decisions that someone else signed: shows the signer and the changes, and saves nothing
 * until the person confirms.
 */
export function ImportBundle() {
  const { closeOverlay } = useActions();
  const [text, setText] = useState('');
  const [trustKey, setTrustKey] = useState(false);
  const [older, setOlder] = useState(false);
  const { apply, busy, error, outcomes } = useApply();
  const empty = text.trim() === '';
  const answer = usePreview(text, () => {
    setTrustKey(false);
    setOlder(false);
  });
  const preview = answer?.ok ? answer.value : null;
  const signer = preview?.problem === null ? preview.signer : null;
  const writes = preview && signer ? wouldWrite(preview.items, older).length : 0;
  const allowed = signer !== null && (signer.trusted || trustKey);
  const isNothing = writes === 0 && !trustKey && preview?.answers.length === 0;
  const reason = busy
    ? 'Importing'
    : (reasonAgainst({ empty, answer, signer, allowed }) ??
      (isNothing ? 'Nothing to import' : null));
  if (outcomes !== null) return <Imported outcomes={outcomes} />;
  return (
    <Dialog
      title="Import decisions"
      isOpen
      onClose={closeOverlay}
      size="lg"
      footer={
        <>
          <Button onClick={closeOverlay}>Cancel</Button>
          <Button
            variant="primary"
            reason={reason}
            onClick={() => preview && void apply(preview, { trustKey, older })}
          >
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
        <BundleText
          text={text}
          rows={preview ? 3 : 7}
          problem={answer?.ok === false ? answer.error.message : null}
          onText={setText}
        />
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

function useApply() {
  const api = useApi();
  const confirm = useConfirm();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcomes | null>(null);
  const apply = async (
    { bundleId, challenge }: RequestOutput<'previewBundle'>,
    { trustKey, older }: { trustKey: boolean; older: boolean },
  ): Promise<void> => {
    setBusy(true);
    setError(null);
    const proof = trustKey ? await confirm(challenge, { request: 'trustKey', bundleId }) : null;
    const reply = await api.applyBundle({ bundleId, trustKey: proof, older });
    setBusy(false);
    if (reply.ok) setOutcomes(reply.value.outcomes);
    else setError(reply.error.message);
  };
  return { apply, busy, error, outcomes };
}

type PreviewReply = RequestReply<RequestOutput<'previewBundle'>>;

/** What the bundle in the text holds, once typing rests; null until then. */
function usePreview(text: string, onNew: () => void): PreviewReply | null {
  const api = useApi();
  const [answer, setAnswer] = useState<PreviewReply | null>(null);
  const restart = useEffectEvent(onNew);
  const empty = text.trim() === '';
  useEffect(() => {
    setAnswer(null);
    restart();
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
  return answer;
}

/** Why the bundle can't be imported, whatever it holds. */
function reasonAgainst({
  empty,
  answer,
  signer,
  allowed,
}: {
  empty: boolean;
  answer: PreviewReply | null;
  signer: BundlePreview['signer'];
  allowed: boolean;
}): string | null {
  if (empty) return 'Paste a bundle first';
  if (answer === null) return 'Reading the bundle';
  if (signer === null) return 'Couldn’t import this bundle';
  return allowed ? null : 'Confirm that you compared the key’s fingerprint';
}

function BundleText({
  text,
  rows,
  problem,
  onText,
}: {
  text: string;
  rows: number;
  problem: string | null;
  onText: (text: string) => void;
}) {
  const [unread, setUnread] = useState<string | null>(null);
  return (
    <FileDrop
      label="Bundle file"
      accept=".json,.dsse,application/json"
      largest={largest}
      textOf={textOf}
      onFile={(content, failure) => {
        setUnread(failure);
        if (content !== null) onText(content);
      }}
    >
      <TextField
        label="Signed bundle"
        mono
        rows={rows}
        value={text}
        onChange={onText}
        placeholder='{ "payloadType": …, "payload": …, "signatures": […] }'
        error={unread ?? problem}
        hint="Paste the text of the bundle, choose its file, or drop it here."
      />
    </FileDrop>
  );
}

function Imported({ outcomes }: { outcomes: Outcomes }) {
  const { closeOverlay } = useActions();
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

type Outcomes = RequestOutput<'applyBundle'>['outcomes'];

/** The result for each decision, those not imported first. */
function ImportOutcomes({ outcomes }: { outcomes: Outcomes }) {
  const done = outcomes.filter((one) => one.outcome === 'done').length;
  const left = outcomes.length - done;
  const ordered = [...outcomes].sort(
    (a, b) => Number(a.outcome === 'done') - Number(b.outcome === 'done'),
  );
  return (
    <div className={styles.stack}>
      <Banner
        tone={left === 0 ? 'ok' : 'warn'}
        live="polite"
        title={
          done === 0 && outcomes.length > 0
            ? 'Nothing was imported'
            : `${done.toLocaleString('en')} imported` +
              (left === 0 ? '' : `, ${left.toLocaleString('en')} not imported`)
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
