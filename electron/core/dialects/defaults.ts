import type {
  SkillDialect,
  FileReply,
  FoundFile,
  FoundFiles,
  NoWay,
  DialectRecognition,
} from './dialect.ts';
import { nothingFound } from './forms/whole-listing.ts';
import { immediately, readResource, type RequestPlan } from './plan.ts';

const noWay: NoWay = { kind: 'no-way' };

/** A file is a resource, and its content has the URI that it was asked for by. */
export function* readExactly(fileUri: string): RequestPlan<FileReply> {
  const reply = yield* readResource(fileUri);
  return reply.ok ? { ...reply, named: 'exactly' } : reply;
}

/** What a dialect has that says nothing else: it lists nothing, and has no way to do more. */
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

/** Files that were found, without anything to say of them. */
export const found = (files: readonly FoundFile[]): FoundFiles => ({
  kind: 'found',
  files,
  problems: [],
});
