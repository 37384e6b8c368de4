import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

/** Placeholders that people write; no working key looks like them. */
const placeholder =
  /x{4,}|\*{3,}|\.{3}|…|example|sample|dummy|fake|your[_-]|changeme|placeholder|redacted|<[^>]{1,40}>|\{\{|\$\{|test[_-]?key|0{8}|1234567|abcdef|AKIAIOSFODNN7/i;
/** The share of different letters: keys are random, unlike words and separators. */
const fewestKinds = 8;

/** A password for a database on this machine, as tests and containers use it. */
const isThrowAway = (source: string): boolean =>
  /:\/\/[^:@\s]{0,40}:[\w-]{1,20}@(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|db|postgres|mysql|redis|mongo(?:db)?|rabbitmq|host\.docker\.internal)\b/.test(
    source,
  );

/** E14. */
export const secretInFile = rule({
  id: 'E14',
  family: 'secrets',
  severity: 'high',
  title: 'Looks like a real key or token',
  why:
    "Anyone who gets this file has the key. It opens something of its owner's, or it's there " +
    'to be used on your behalf.',
  confusedWith: 'Placeholders and example keys, which are ignored where they say so.',
  *look({ secrets, text, opened }) {
    if (opened.length > 0) return;
    for (const { start, end, kind } of secrets) {
      const source = text.slice(start, end);
      const isKeyBlock = kind === 'privatekey';
      const isMadeUp =
        (!isKeyBlock && placeholder.test(source)) || new Set(source).size < fewestKinds;
      const emptyBlock =
        isKeyBlock && source.replaceAll(/-----[^-]*-----|\s|[^A-Za-z0-9+/=]/g, '').length < 100;
      if (!isMadeUp && !emptyBlock && !isThrowAway(source)) yield at({ start, end });
    }
  },
});
