import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';

const indexes = new WeakMap<readonly FileEntry[], ReadonlyMap<string, FileEntry>>();

/** The entry's file with exactly this URI; undefined if the entry doesn't list it. */
export function listedFile(entry: SkillEntry, uri: string): FileEntry | undefined {
  if (entry.files.kind !== 'listed') return entry.known?.find((file) => file.uri === uri);
  const { files } = entry.files;
  if (files.length <= 8) return files.find((file) => file.uri === uri);
  let index = indexes.get(files);
  if (index === undefined) {
    index = new Map(files.map((file) => [file.uri, file]));
    indexes.set(files, index);
  }
  return index.get(uri);
}
