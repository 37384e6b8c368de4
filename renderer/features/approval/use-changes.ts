import { useEffect, useRef, useState } from 'react';
import type { RequestError } from '../../../shared/contract.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillChanges } from '../../../shared/model/detail.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useApi } from '../../store/context.ts';

/** What differs from the approved content, or why that isn't known. */
export interface SkillComparison {
  /** Undefined while comparing; null without an approval to compare with. */
  readonly changes: SkillChanges | null | RequestError | undefined;
  readonly again: () => void;
}

/** File names with hidden characters written out. */
const readable = (changes: SkillChanges | null): SkillChanges | null =>
  changes && {
    ...changes,
    files: changes.files.map((file) => ({ ...file, path: revealInvisible(file.path) })),
  };

/**
 * Compares the skill with its approval while `wanted`, once for everything on the page that shows
 * it. Asks the main process, never the skill's server.
 */
export function useChanges(row: SkillRow, wanted: boolean): SkillComparison {
  const { server, uri, setDigest, metadataDigest } = row;
  const looked = row.findings.files;
  const api = useApi();
  const [changes, setChanges] = useState<SkillComparison['changes']>();
  const [turn, setTurn] = useState(0);
  const comparedAt = useRef(looked);

  useEffect(() => {
    setChanges(undefined);
    if (!wanted) return undefined;
    let over = false;
    void api.getChanges({ server, uri }).then((reply) => {
      if (!over) setChanges(reply.ok ? readable(reply.value) : reply.error);
    });
    return () => {
      over = true;
    };
  }, [api, server, uri, setDigest, metadataDigest, turn, wanted]);

  // Files that were read meanwhile say more of what the skill does; the list stays.
  useEffect(() => {
    if (comparedAt.current === looked || !wanted) return;
    comparedAt.current = looked;
    let over = false;
    void api.getChanges({ server, uri }).then((reply) => {
      const behavior = reply.ok ? reply.value?.behavior : undefined;
      if (!over && behavior !== undefined)
        setChanges((now) => (now != null && 'files' in now ? { ...now, behavior } : now));
    });
    return () => {
      over = true;
    };
  }, [api, server, uri, looked, wanted]);

  return { changes, again: () => setTurn(turn + 1) };
}
