import { bytecode } from '../files/bytecode.ts';
import { foreignKind } from '../files/foreign-kind.ts';
import { large } from '../files/large.ts';
import { astrayPointer } from '../listing/missing-reference.ts';
import { bait } from '../listing/bait.ts';
import { generated } from '../listing/generated-content.ts';
import { missingFile } from '../listing/missing-file.ts';
import { otherFolder } from '../listing/other-folder.ts';
import { sameName } from '../listing/same-name.ts';
import { unsaidPowers } from '../listing/unsaid-powers.ts';
import { varying } from '../listing/varying-content.ts';
import { changedPower } from '../power/changed-power.ts';
import type { SetRule } from './skill-set.ts';

/** Every rule about a skill and what else is served, in the order of findings. */
export const setRules: readonly SetRule[] = [
  changedPower,
  bytecode,
  foreignKind,
  large,
  missingFile,
  otherFolder,
  sameName,
  unsaidPowers,
  bait,
  varying,
  astrayPointer,
  generated,
];
