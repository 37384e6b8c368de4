import type { Defect } from '../../../e2e/servers/defects/defect.ts';
import {
  capabilities,
  honest,
  type Answer,
  type Json,
} from '../../../e2e/servers/defects/honest.ts';

/** One server with all these defects planted; each changes an honest answer. */
export function combined(planted: readonly Defect[]): Defect {
  const answers = planted.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  const declared = planted.flatMap((one) => one.capabilities ?? []);
  const noise = planted.find((one) => one.noise !== undefined)?.noise;
  return {
    about: 'what was drawn',
    breaks: planted.flatMap(({ breaks }) => breaks),
    capabilities: patched(capabilities, declared) as Json,
    ...(noise === undefined ? {} : { noise }),
    answer: (method, params) =>
      patched(
        honest(method, params),
        answers.map((answer) => answer(method, params)),
      ) as Answer,
  };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Applies all `others` to `base`; if two can't be combined, the first wins. */
function patched(base: unknown, others: readonly unknown[]): unknown {
  const changed = others.filter((other) => !isSame(other, base));
  const [first, ...more] = changed;
  if (changed.length === 0) return base;
  if (more.length === 0) return first;
  if (isObject(base) && changed.every(isObject)) {
    const keys = new Set([base, ...changed].flatMap((one) => Object.keys(one)));
    return Object.fromEntries(
      [...keys].flatMap((key) => {
        const left = changed.filter((one) => key in one || !(key in base));
        if (left.length < changed.length) return [];
        return [
          [
            key,
            patched(
              base[key],
              left.flatMap((one) => (key in one ? [one[key]] : [])),
            ),
          ],
        ];
      }),
    );
  }
  const lists = changed.filter((one): one is unknown[] => Array.isArray(one));
  if (Array.isArray(base) && lists.length === changed.length) {
    const other = lists.find((one) => one.length !== base.length);
    if (other !== undefined) return other;
    return base.map((item, at) =>
      patched(
        item,
        lists.map((one) => one[at]),
      ),
    );
  }
  return first;
}
