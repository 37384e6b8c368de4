import type {
  SkillDialect,
  FileReply,
  FoundFile,
  FoundFiles,
  NoWay,
  DialectRecognition,
} from './dialect.ts';
import { nothingFound } from './forms/index-document.ts';
import { immediately, readResource, type RequestPlan } from './plan.ts';

const noWay: NoWay = { kind: 'no-way' };

/** A file is a resource whose content has the requested URI. */
export function* readExactly(fileUri: string): RequestPlan<FileReply> {
  const reply = yield* readResource(fileUri);
  return reply.ok ? { ...reply, named: 'exactly' } : reply;
}

/** What a dialect does unless it says otherwise: it lists nothing and supports nothing more. */
export const defaults = {
  list: () => immediately(nothingFound),
  entry: () => immediately(noWay),
  files: () => immediately(noWay),
  read: readExactly,
  folder: () => immediately(noWay),
  claims: () => () => () => null,
} satisfies Omit<SkillDialect, 'id' | 'label' | 'recognise'>;

const silent: Omit<DialectRecognition, 'by'> = {
  directoryRead: false,
  advice: [],
  adviceIfUndeclared: [],
  adviceIfFound: [],
};

export const recognised = (
  by: DialectRecognition['by'],
  more: Partial<Omit<DialectRecognition, 'by'>> = {},
): DialectRecognition => ({ ...silent, ...more, by });

/** Files that were found, with no remarks about them. */
export const found = (files: readonly FoundFile[]): FoundFiles => ({
  kind: 'found',
  files,
  problems: [],
});
