import { addressText } from '../../../shared/address-text.ts';
import type { ImportAsk, ImportPreview } from '../../../shared/model/import.ts';
import { choiceWords, exposedWords, goesTo } from '../../../shared/model/import-text.ts';
import type { ServerTarget } from '../../../shared/model/server.ts';
import type { OutputLine } from '../call/command.ts';
import { variableText, whole } from './start-text.ts';
import { giveWords } from './import-values.ts';

type Candidate = ImportPreview['candidates'][number];

export interface ImportChoice {
  readonly isPicked: (one: Candidate) => boolean;
  /** Names of values that the entry needs and wasn't given. */
  readonly missing: (one: Candidate) => readonly string[];
  readonly isGiven: (one: Candidate, name: string) => boolean;
}

/** What one file contains, for a person: each server, what it needs, and what isn't imported. */
export const previewLines = (preview: ImportPreview, choice: ImportChoice): OutputLine[] => {
  const { source, path, candidates, problems } = preview;
  return [
    `${source}: ${path ?? ''}`,
    ...candidates.flatMap((one) => candidateLines(one, choice)),
    ...(candidates.length + problems.length === 0 ? ['  no servers'] : []),
    ...problems.map(({ where, message }) => `  ${where === '' ? '' : `${where}: `}${message}`),
  ];
};

function candidateLines(one: Candidate, choice: ImportChoice): OutputLine[] {
  const { label, target, project, renamedFrom, duplicateOf, alsoIn } = one;
  const { asks = [], loading = [], secrets = [], left = [] } = one;
  const isThere =
    one.throughSkillgate === true
      ? `    goes through Skillgate, to ${duplicateOf}`
      : `    already added as ${duplicateOf}`;
  return [
    `  ${label}  ${targetText(target)}${one.isOff === true ? '  (off)' : ''}`,
    ...(project === undefined ? [] : [`    for the project ${project}`]),
    ...(renamedFrom === undefined ? [] : [`    named ${label}: ${renamedFrom} is taken`]),
    ...(duplicateOf === undefined ? [] : [isThere]),
    ...(alsoIn === undefined
      ? []
      : [
          `    is the same server as one of ${alsoIn}${
            choice.isPicked(one) ? '' : '; not added unless you name it'
          }`,
        ]),
    ...loading.map((one) => whole(`    ${variableText(one)}  (can load code)`)),
    ...(secrets.length === 0 ? [] : [`    secrets imported: ${secrets.join(', ')}`]),
    ...asks.flatMap((ask) => askLines(one, ask, choice)),
    ...left.map((line) => `    not imported: ${line}`),
  ];
}

function askLines(one: Candidate, ask: ImportAsk, { isGiven }: ImportChoice): OutputLine[] {
  const { name, fields, about, isOptional } = ask;
  const verb = isGiven(one, name) ? 'gets' : isOptional ? 'takes' : 'needs';
  const said = about === undefined ? '' : ` (“${about}”)`;
  const exposed = exposedWords(ask, one.target);
  const choice = choiceWords(ask);
  return [
    `    ${verb} ${name} for ${fields.join(', ')}, ${goesTo(one.target)}${said}: ` +
      `${giveWords(one.label, name)}`,
    ...(choice === null ? [] : [`      ${choice}`]),
    ...(exposed === null ? [] : [`      ${exposed}`]),
  ];
}

/** One word of a command, quoted if it could be taken for more than one. */
const word = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : JSON.stringify(text);
const variable = (name: string): string =>
  /^[\w.-]+$/.test(name) ? `${name}=••••` : `${JSON.stringify(name)}=••••`;

const targetText = (target: ServerTarget): string =>
  target.type === 'stdio'
    ? [
        ...target.envNames.map(variable),
        ...[target.command, ...target.args].map(word),
        ...(target.cwd === undefined ? [] : [`(in ${word(target.cwd)})`]),
      ].join(' ')
    : [
        ...(target.type === 'http' ? [] : [target.type]),
        addressText(target.url),
        ...target.headerNames.map((name) => `${name}: ••••`),
      ].join(' ');
