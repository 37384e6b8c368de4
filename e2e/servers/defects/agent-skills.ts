import { skillMd } from '../support/served-skill.ts';
import { defect, type Defect } from './defect.ts';
import { serving, skills } from './honest.ts';

/** The second skill with another SKILL.md, in its file and in everything that is said of it. */
const notesAs = (about: string, check: string, text: string): Defect =>
  defect([], about, {
    also: [check],
    answer: serving(
      skills.map((skill) =>
        skill.path === 'notes' ? { ...skill, files: { ...skill.files, 'SKILL.md': text } } : skill,
      ),
    ),
  });
const notesWith = (more: string): string => skillMd('notes', 'Take notes', undefined, more);

/** Rules of Agent Skills that the extension does not repeat. */
export const agentSkillsDefects: Readonly<Record<string, Defect>> = {
  'description-too-long': notesAs(
    'a description has 1,025 characters',
    'skillgate/description',
    skillMd('notes', 'x'.repeat(1025)),
  ),
  'description-blank': notesAs(
    'a description is blank',
    'skillgate/description',
    skillMd('notes', '  '),
  ),
  'metadata-nested': notesAs(
    'a key of metadata has fields of its own',
    'skillgate/field-types',
    notesWith('metadata:\n  team:\n    lead: ada\n'),
  ),
  'license-list': notesAs(
    'the license is a list',
    'skillgate/field-types',
    notesWith('license:\n  - MIT\n'),
  ),
  'compatibility-too-long': notesAs(
    'the compatibility has 501 characters',
    'skillgate/field-types',
    notesWith(`compatibility: ${'y'.repeat(501)}\n`),
  ),
  'field-of-its-own': notesAs(
    'a field is none of Agent Skills',
    'skillgate/fields',
    notesWith('colour: red\n'),
  ),
  'hidden-characters': notesAs(
    'a text has a character of no width',
    'skillgate/hidden-characters',
    skillMd('notes', 'Take notes', '# Notes\n\nWait\u200B.\n'),
  ),
};
