import { honest, type Answer, type Json } from './honest.ts';

/** One rule that a server breaks, and nothing else. */
export interface Defect {
  readonly about: string;
  /** Checks of the official suite that find it. */
  readonly breaks: readonly string[];
  /** Checks of ours that find it. */
  readonly also?: readonly string[];
  readonly capabilities?: Json;
  readonly instructions?: string;
  /** A line that its process writes to standard output before anything else. */
  readonly noise?: string;
  /** Answers have the text of the id that was sent. */
  readonly hasTextIds?: boolean;
  /** A file that is slow to read. */
  readonly slow?: { readonly uri: string; readonly ms: number };
  /** The honest answer to `server/discover`, changed. */
  readonly discovered?: (result: Json) => Json;
  /** In place of the honest answer. */
  readonly answer?: (method: string, params: Json) => Answer;
}

export const defect = (
  breaks: string | readonly string[],
  about: string,
  rest: Partial<Defect>,
): Defect => ({
  about,
  breaks: typeof breaks === 'string' ? [breaks] : breaks,
  ...rest,
});

type Change = (result: Json, params: Json) => Json | Answer;
const isAnswer = (changed: Json | Answer): changed is Answer =>
  'error' in changed || Object.hasOwn(changed, 'result');

/** The honest answers, with the results of one method changed; errors stay. */
export const changed =
  (method: string, change: Change): NonNullable<Defect['answer']> =>
  (asked, params) => {
    const answer = honest(asked, params);
    if (asked !== method || !('result' in answer)) return answer;
    const made = change(answer.result, params);
    return isAnswer(made) ? made : { result: made };
  };

/** One method answered otherwise, whatever is asked. */
export const instead =
  (method: string, answer: (params: Json) => Answer): NonNullable<Defect['answer']> =>
  (asked, params) =>
    asked === method ? answer(params) : honest(asked, params);

type Entry = Readonly<Record<string, unknown>> & { readonly uri: string };

/** Entries changed wherever they stand, in `skills/list` and in `skills/get`. */
export const entries =
  (change: (entry: Entry) => Json): NonNullable<Defect['answer']> =>
  (asked, params) => {
    const answer = honest(asked, params);
    if (!('result' in answer)) return answer;
    const { skills, skill } = answer.result as { skills?: readonly Entry[]; skill?: Entry };
    if (skills !== undefined) return { result: { ...answer.result, skills: skills.map(change) } };
    if (skill !== undefined) return { result: { ...answer.result, skill: change(skill) } };
    return answer;
  };

/** The first skill's entry alone. */
export const firstEntry = (change: (entry: Entry) => Json): NonNullable<Defect['answer']> =>
  entries((entry) => (entry.uri === 'skill://acme/refunds/SKILL.md' ? change(entry) : entry));

interface File {
  readonly uri: string;
  readonly digest: string;
  readonly size: number;
}

/** The files that the first skill's entry lists. */
export const firstFiles = (
  change: (files: readonly File[]) => readonly unknown[],
): NonNullable<Defect['answer']> =>
  firstEntry((entry) => ({ ...entry, resources: change(entry['resources'] as readonly File[]) }));

/** The first page of a method's list, item by item. */
export const firstItem = (
  method: string,
  field: string,
  change: (item: Json) => Json,
): NonNullable<Defect['answer']> =>
  changed(method, (result, params) => {
    const [first, ...others] = result[field] as Json[];
    return params['cursor'] === undefined && first !== undefined
      ? { ...result, [field]: [change(first), ...others] }
      : result;
  });

export const without = (value: Json, ...keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
