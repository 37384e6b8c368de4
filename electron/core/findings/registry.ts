import { tagCharacters } from './hidden/tag-characters.ts';
import { everyTool } from './power/every-tool.ts';
import type { Rule } from './rule.ts';
import { downloadAndRun } from './running/download-and-run.ts';
import { override } from './steering/override.ts';

/**
 * Which version of the rules this is. Whoever changes what a rule finds raises it: answers that were
 * given to findings of another one are asked for again.
 */
export const ruleset = '1';

/** Every rule over one document, in the order in which findings are given. */
export const rules: readonly Rule[] = [tagCharacters, override, everyTool, downloadAndRun];
