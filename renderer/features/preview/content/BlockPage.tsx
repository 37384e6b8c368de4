import { type ReactNode, useImperativeHandle, useRef } from 'react';
import { useFindInPage } from '../../../components/FindBar/use-find-in-page.tsx';
import {
  type MarkedStretch,
  useMarkedBlocks,
  goToBlock,
  useSeenBlocks,
} from '../../../components/seen-blocks.ts';
import { useFindCommand } from '../../../store/find-command.ts';
import type { ContentView } from './content-view.ts';
import styles from './FileContent.module.css';

const emptyList: readonly MarkedStretch[] = [];

/** A scrolling page whose blocks declare which part of the file they show. */
export function BlockPage({
  label,
  content,
  className = styles.blocks,
  onSeen,
  handle,
  stretches = emptyList,
  children,
}: Pick<ContentView, 'onSeen' | 'handle'> & {
  label: string;
  /** A new value scans the blocks again. */
  content: unknown;
  className?: string | undefined;
  /** Ranges marked in the margin. */
  stretches?: readonly MarkedStretch[];
  children: ReactNode;
}) {
  const page = useRef<HTMLDivElement>(null);
  useSeenBlocks(page, content, ({ part, from, to }) => onSeen(part, [from, to]));
  useMarkedBlocks(page, content, stretches);
  useImperativeHandle(
    handle,
    () => ({
      go: (part, offset) => page.current !== null && goToBlock(page.current, part, offset),
    }),
    [],
  );
  const { open, bar } = useFindInPage(page, `Find in ${label}`, content);
  useFindCommand('Find in this text', open);
  return (
    <>
      {bar}
      <div ref={page} className={className} tabIndex={0} role="region" aria-label={label}>
        {children}
      </div>
    </>
  );
}
