import type { DialectAdapter } from './adapter.ts';
import { skillsExt } from './skills-ext.ts';

/** Drafts of SEP-2640 from July and August 2026: the same methods with entries of another shape. */
export const skillsExtDraft: DialectAdapter = {
  id: 'skills-ext-draft',
  label: 'Skills extension, draft of July 2026',
  listing: { kind: 'adopted' },
  detect: () => ({ speaks: false, probe: false, directoryRead: false, advice: [] }),
  getRequest: skillsExt.getRequest,
  parseGet: skillsExt.parseGet,
  directoryRequest: skillsExt.directoryRequest,
  parseDirectory: skillsExt.parseDirectory,
};
