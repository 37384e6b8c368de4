import type { SkillEntry } from '../../shared/model/skill.ts';
import { isRecord, own } from './json.ts';
import { visible } from './text.ts';

/** Fields that servers put beside name and description, in any dialect. */
const fields = ['title', 'annotations', 'keywords', 'tags', 'dependencies', 'scopes', '_meta'];

/** One field of an entry as received, as a person sees it. */
export interface UnboundField {
  readonly field: string;
  readonly value: string;
}

/**
 * What an entry says beside its frontmatter and files. A decision doesn't bind it: a server can
 * change these words and the approval stays valid, so a person must not rely on them.
 */
export function unboundFields({ raw, frontmatter }: SkillEntry): UnboundField[] {
  if (!isRecord(raw)) return [];
  // Beside a manifest there's the resource that it belongs to.
  const resource = own(raw, 'resource');
  const said = (field: string): unknown =>
    own(raw, field) ?? (isRecord(resource) ? own(resource, field) : undefined);
  return fields
    .filter((field) => said(field) !== undefined && own(frontmatter, field) === undefined)
    .map((field) => ({ field, value: visible(JSON.stringify(said(field)) ?? '', 200) }));
}
