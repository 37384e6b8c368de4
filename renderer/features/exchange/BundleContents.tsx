import { revealInvisible } from '../../../shared/invisible.ts';
import { quoted } from '../../../shared/quote-text.ts';
import type { BundlePreview } from '../../../shared/model/bundle.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import styles from './exchange.module.css';

/** Dismissals listed at most; the rest are counted. */
const mostShown = 100;

/** Who signed a bundle and what it would change. Whoever made the bundle controls all its text. */
export function BundleContents({
  preview,
  trustKey,
  onTrustKey,
  older,
  onOlder,
}: {
  preview: BundlePreview;
  trustKey: boolean;
  onTrustKey: (on: boolean) => void;
  older: boolean;
  onOlder: (on: boolean) => void;
}) {
  return (
    <>
      {preview.signer && (
        <Signer
          signer={preview.signer}
          canTrust={preview.problem === null}
          trustKey={trustKey}
          onTrustKey={onTrustKey}
        />
      )}
      {preview.items.length > 0 && (
        <Changes items={preview.items} older={older} onOlder={onOlder} />
      )}
      {preview.answers.length > 0 && <Dismissals answers={preview.answers} />}
    </>
  );
}

type BundleItem = BundlePreview['items'][number];

function Signer({
  signer,
  canTrust,
  trustKey,
  onTrustKey,
}: {
  signer: NonNullable<BundlePreview['signer']>;
  canTrust: boolean;
  trustKey: boolean;
  onTrustKey: (on: boolean) => void;
}) {
  const by = signer.name === '' ? 'an unnamed key' : quoted(revealInvisible(signer.name));
  return (
    <section className={styles.card} aria-label="Signer">
      <div className={styles.signer}>
        <div className={styles.grow}>
          <p className={styles.strong}>
            Signed by {by}{' '}
            <Badge tone={signer.trusted ? 'ok' : 'warn'}>
              {signer.trusted ? 'trusted key' : 'unknown key'}
            </Badge>
          </p>
          <p>
            <code className={styles.fingerprint}>{spaced(signer.fingerprint)}</code>
          </p>
        </div>
      </div>
      {!signer.trusted && canTrust && (
        <Checkbox
          label="Trust this key: accept what it signs from now on"
          checked={trustKey}
          onChange={onTrustKey}
          hint={
            'First compare the fingerprint with its owner in person or by phone: signers ' +
            'choose their own name. To remove the key later, run “skillgate keys remove”.'
          }
        />
      )}
    </section>
  );
}

function Changes({
  items,
  older,
  onOlder,
}: {
  items: BundlePreview['items'];
  older: boolean;
  onOlder: (on: boolean) => void;
}) {
  const writes = wouldWrite(items, older).length;
  const riskyOnes = items.filter((item) => item.risky).length;
  const olderOnes = items.filter((item) => item.older).length;
  return (
    <section className={styles.section} aria-label="What would change">
      <h3 className={styles.strong}>
        {writes === 0
          ? 'No changes'
          : `${writes.toLocaleString('en')} of ` +
            `${items.length.toLocaleString('en')} would change something`}
      </h3>
      {olderOnes > 0 && (
        <Checkbox
          label={`Import the ${olderOnes.toLocaleString('en')} older ones, too`}
          checked={older}
          onChange={onOlder}
          hint={
            'These decisions are older than yours, as in a bundle sent twice. ' +
            'If you leave this off, yours stay.'
          }
        />
      )}
      {riskyOnes > 0 && (
        <p className={styles.muted}>
          {riskyOnes === 1
            ? 'One approval has high or critical findings, so it isn’t imported.'
            : `${riskyOnes.toLocaleString('en')} approvals have high or critical findings, ` +
              'so they aren’t imported.'}{' '}
          Open {riskyOnes === 1 ? 'the skill' : 'each skill'}, read them, and approve it there.
        </p>
      )}
      <div className={styles.items} style={{ height: `min(${items.length * 3.6}rem, 18rem)` }}>
        <VirtualList
          items={items}
          keyOf={(item) => `${item.identity}\n${item.uri}`}
          label="Decisions in the bundle"
          rowRem={3.6}
          render={(item) => <Change item={item} />}
        />
      </div>
    </section>
  );
}

function Change({ item }: { item: BundleItem }) {
  return (
    <div className={styles.item}>
      <Status
        icon={item.decision}
        tone={item.decision === 'approved' ? 'ok' : 'bad'}
        word={item.decision}
        hideWord
        size={14}
      />
      <div className={styles.grow}>
        <p className={styles.clip}>
          <strong>{revealInvisible(item.name)}</strong>{' '}
          <span className={styles.muted}>{item.server}</span>
        </p>
        <p className={styles.clip} title={`${item.uri}\n${item.identity}`}>
          <span className={styles.muted}>{item.message || item.uri}</span>
        </p>
      </div>
      <Badge tone={item.risky || item.older ? 'bad' : changeWords[item.change].tone}>
        {item.risky ? 'not imported' : item.older ? 'older' : changeWords[item.change].word}
      </Badge>
    </div>
  );
}

function Dismissals({ answers }: Pick<BundlePreview, 'answers'>) {
  return (
    <details className={styles.section}>
      <summary>
        {answers.length.toLocaleString('en')}{' '}
        {answers.length === 1 ? 'dismissed finding' : 'dismissed findings'}
      </summary>
      <p className={styles.muted}>
        Skillgate shows these with each finding, which stays open until you dismiss it yourself.
      </p>
      <ul>
        {answers.slice(0, mostShown).map(({ uri, rule, reason, by }, index) => (
          <li key={index}>
            {revealInvisible(by)} dismissed {revealInvisible(rule)} in {revealInvisible(uri)}:{' '}
            {quoted(revealInvisible(reason))}
          </li>
        ))}
        {answers.length > mostShown && <li>and {answers.length - mostShown} more</li>}
      </ul>
    </details>
  );
}

type Item = BundlePreview['items'][number];

/** What an item in a bundle would do here. */
const changeWords: Readonly<
  Record<
    Item['change'],
    { readonly word: string; readonly tone: 'info' | 'warn' | 'neutral' | 'bad' }
  >
> = {
  new: { word: 'new here', tone: 'info' },
  replaces: { word: 'replaces your decision', tone: 'warn' },
  same: { word: 'same as yours', tone: 'neutral' },
  'unknown-server': { word: 'no such server here', tone: 'neutral' },
};

/**
 * Items that importing would save; the others are only shown. `older`: also those that replace
 * newer decisions. Approvals despite high or critical findings are made on the skill's own page.
 */
export const wouldWrite = (items: readonly Item[], older: boolean): readonly Item[] =>
  items.filter(
    (item) =>
      (item.change === 'new' || item.change === 'replaces') &&
      (older || !item.older) &&
      !item.risky,
  );

/**
 * Groups of four digits, so two people can compare it aloud; `sha256:` keeps its place: `sha256:
 * ab12 cd34 …`.
 */
export function spaced(fingerprint: string): string {
  const at = fingerprint.indexOf(':') + 1;
  return (
    fingerprint.slice(0, at) +
    (at > 0 ? ' ' : '') +
    (fingerprint.slice(at).match(/.{1,4}/g) ?? []).join(' ')
  );
}
