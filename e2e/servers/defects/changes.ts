import { skillMd } from '../support/served-skill.ts';
import { changed, defect, without, type Defect } from './defect.ts';
import { honest, serving, type Json } from './honest.ts';

export const found = (also: string, about: string, rest: Partial<Defect>): Defect =>
  defect([], about, { also: [also], ...rest });

export const main = 'skill://acme/refunds/SKILL.md';
export const notes = 'skill://notes/SKILL.md';
export const references = 'skill://acme/refunds/references';
export const script = 'skill://acme/refunds/scripts/total.py';

/** The content of one file changed, and its entry as it was. */
export const content = (uri: string, change: (one: Json) => Json): NonNullable<Defect['answer']> =>
  changed('resources/read', (result, params) =>
    params['uri'] === uri
      ? { ...result, contents: (result['contents'] as Json[]).map(change) }
      : result,
  );
export const text = (
  uri: string,
  change: (text: string) => string,
): NonNullable<Defect['answer']> =>
  content(uri, (one) => ({ ...one, text: change(String(one['text'])) }));

/** What `resources/list` has of one resource, changed. */
export const resource = (
  uri: string,
  change: (item: Json) => Json,
): NonNullable<Defect['answer']> =>
  changed('resources/list', (result) => ({
    ...result,
    resources: (result['resources'] as Json[]).map((item) =>
      item['uri'] === uri ? change(item) : item,
    ),
  }));

/** The children of one folder changed. */
export const inFolder = (
  uri: string,
  change: (resources: readonly unknown[]) => Json,
): NonNullable<Defect['answer']> =>
  changed('resources/directory/read', (result, params) =>
    params['uri'] === uri ? { ...result, ...change(result['resources'] as unknown[]) } : result,
  );

export const hidden = {
  uri: 'skill://hidden/start/SKILL.md',
  named: 'Begin with skill://hidden/start/SKILL.md.',
} as const;

/**
 * Beside what is listed, a skill that only the instructions name, with what `skills/get` gives of it
 * changed.
 */
export function hiddenAnswer(change: (result: Json) => Json): NonNullable<Defect['answer']> {
  const start = serving([
    { path: 'hidden/start', files: { 'SKILL.md': skillMd('start', 'Begin here') } },
  ]);
  return (method, params) => {
    if (!String(params['uri']).startsWith('skill://hidden/start')) return honest(method, params);
    const answer = start(method, params);
    return method === 'skills/get' && 'result' in answer
      ? { result: change(answer.result) }
      : answer;
  };
}

/** The same, with its files changed in its entry. */
export const hiddenSkill = (
  change: (files: readonly Json[]) => readonly Json[],
): NonNullable<Defect['answer']> =>
  hiddenAnswer((result) => {
    const skill = result['skill'] as Json;
    return {
      ...result,
      skill: { ...skill, resources: change(skill['resources'] as readonly Json[]) },
    };
  });
export const latin1 = ({ text, ...rest }: Json): Json => ({
  ...rest,
  blob: Buffer.from(`${String(text)}\nCafé\n`, 'latin1').toString('base64'),
});
export const undigested = (file: Json): Json => without(file, 'digest');
