import { isValidElement, type ReactNode, useContext, useState } from 'react';
import { Badge } from '../../../../components/Badge/Badge.tsx';
import { Icon } from '../../../../components/Icon/Icon.tsx';
import type { FileEntry } from '../../../../../shared/model/skill.ts';
import { useReading } from '../../../../store/readings.ts';
import { Picture } from '../../content/Picture.tsx';
import { AroundLinks, classifyLink, isMisleading } from './links.ts';
import styles from './marks.module.css';
import { quoted } from '../../../../../shared/quote-text.ts';
import { Banner } from '../../../../components/Banner/Banner.tsx';
import { Button } from '../../../../components/Button/Button.tsx';
import { CodeText } from '../../../../components/CodeText/CodeText.tsx';
import { Dialog } from '../../../../components/Dialog/Dialog.tsx';
import { useActions, useApi } from '../../../../store/context.ts';
import openAddressStyles from './OpenAddress.module.css';

/** The plain text of rendered children, to compare with the link's target. */
export function textIn(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textIn).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textIn(node.props.children) : '';
}

interface LinkProps {
  readonly href: string;
  /** The target as in the source; absent if the address is the text itself. */
  readonly written?: string | undefined;
  readonly text: string;
  readonly children: ReactNode;
}

/**
 * A link in the skill's text: opens a file of the same skill, asks before opening an address, or is
 * text that shows its target.
 */
export function LinkMark({ href, written, text, children }: LinkProps) {
  const { from, files, onOpen } = useContext(AroundLinks);
  const [asking, setAsking] = useState(false);
  const link = classifyLink(href, from, files);
  if (link.kind === 'text') {
    return (
      <span title={link.reason}>
        {children}
        <Target written={written ?? href} text={text} />
      </span>
    );
  }
  const misleading = isMisleading(text, link);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        title={link.kind === 'web' ? link.url : link.path}
        onClick={() => (link.kind === 'web' ? setAsking(true) : onOpen(link.uri))}
      >
        {children}
        {link.kind === 'web' && <Icon name="external" size={12} />}
      </button>
      <Target written={written ?? href} text={text} />
      {misleading && (
        <Badge tone="bad" icon="warning">
          leads to {link.kind === 'web' ? link.host : link.path}
        </Badge>
      )}
      {asking && link.kind === 'web' && (
        <OpenAddress
          url={link.url}
          host={link.host}
          text={text}
          misleading={misleading}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Shows a link's target beside it, so a reader needn't hover. */
function Target({ written, text }: { written: string; text: string }) {
  const bare = written.replace(/^<(.*)>$/, '$1');
  if (bare === '' || bare === text || bare === `mailto:${text}` || bare === `http://${text}`)
    return null;
  return <code className={styles.address}>{bare}</code>;
}

/**
 * A picture of the skill, once the person has loaded it and its bytes match; otherwise a
 * placeholder. Showing a text never loads a picture, from the skill's server or elsewhere.
 */
export function ImageMark({
  src,
  written,
  alt,
}: {
  src: string;
  written?: string | undefined;
  alt: string;
}) {
  const { from, files, onOpen } = useContext(AroundLinks);
  const link = classifyLink(src, from, files);
  const own = link.kind === 'file' ? files.find(({ uri }) => uri === link.uri) : undefined;
  return (
    <span className={styles.image}>
      {own !== undefined && <OwnPicture file={own} />}
      <Icon name="image" size={14} />
      <span>{alt || 'Image'}</span>
      <code className={styles.address}>{written ?? src}</code>
      {link.kind === 'file' ? (
        <button type="button" className={styles.link} onClick={() => onOpen(link.uri)}>
          Open {link.path}
        </button>
      ) : (
        <span className={styles.note}>not loaded</span>
      )}
    </span>
  );
}

/** The picture itself, or a button that loads and checks it. */
function OwnPicture({ file }: { file: FileEntry }) {
  const { server, uri } = useContext(AroundLinks);
  const { reading, read } = useReading(server, uri, file);
  if (reading === undefined)
    return (
      <button type="button" className={styles.link} onClick={() => void read()}>
        Show
      </button>
    );
  if (reading.status !== 'read' || reading.view.verdict.status !== 'verified') return null;
  const { preview } = reading.view;
  return preview?.kind === 'image' ? (
    <span className={styles.picture}>
      <Picture preview={preview} path={file.path} inline />
    </span>
  ) : null;
}

/** Shows the full address before opening it outside Skillgate. */
function OpenAddress({
  url,
  host,
  text,
  misleading,
  onClose,
}: {
  url: string;
  host: string;
  text: string;
  misleading: boolean;
  onClose: () => void;
}) {
  const api = useApi();
  const { attempt } = useActions();
  const open = (): void => {
    onClose();
    void attempt(api.openExternal({ url }), 'Couldn’t open the address');
  };
  return (
    <Dialog
      title={`Open ${host}?`}
      isOpen
      onClose={onClose}
      size="md"
      role="alertdialog"
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button icon="external" onClick={open}>
            Open in the browser
          </Button>
        </>
      }
    >
      <div className={openAddressStyles.body}>
        {misleading && (
          <Banner tone="bad" title="The link text names a different address">
            It says {quoted(text.slice(0, 200))} and leads to {host}.
          </Banner>
        )}
        <p>This address comes from the skill. It opens in your browser, outside Skillgate.</p>
        <CodeText text={url} copy block label="Copy the address" />
      </div>
    </Dialog>
  );
}
