import { inOneVoice } from '../conformance/checks/registry.ts';
import { registryOf, type DialectRegistry } from './dialects.ts';
import { flat } from './known/flat.ts';
import { index202604 } from './known/index-2026-04.ts';
import { index202606 } from './known/index-2026-06.ts';
import { indexDocuments } from './known/index-documents.ts';
import { manifest } from './known/manifest.ts';
import { sep2076 } from './known/sep-2076/sep-2076.ts';
import { skillRoot } from './known/skill-root.ts';
import { skillsExtDraft } from './known/skills-ext-draft/skills-ext-draft.ts';
import { skillsExt } from './known/skills-ext/skills-ext.ts';
import { wellKnown } from './known/well-known.ts';

/** Every dialect that Skillgate supports. */
const knownDialects = [
  skillsExt,
  skillsExtDraft,
  index202606,
  index202604,
  sep2076,
  manifest,
  skillRoot,
  indexDocuments,
  flat,
  wellKnown,
];

export const dialects: DialectRegistry = registryOf(knownDialects, inOneVoice);
