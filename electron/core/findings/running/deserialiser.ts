import { at } from '../knowledge/places.ts';
import type { CodeCall } from '../reading/calls.ts';
import { rule } from '../rule.ts';

const always =
  /^(?:c?[pP]ickle\.(?:loads?|Unpickler)|_pickle\.loads?|dill\.loads?|cloudpickle\.loads?|marshal\.loads?|shelve\.open|jsonpickle\.decode|yaml\.(?:unsafe_load|unsafe_load_all|full_load)|pandas\.read_pickle|pd\.read_pickle|Marshal\.(?:load|restore)|YAML\.unsafe_load|Oj\.object_load|node-serialize\.unserialize|serialize-to-js\.deserialize|funcster\.deepDeserialize|php-serialize\.unserialize)$/;

/** X10. */
export const deserialiser = rule({
  id: 'X10',
  family: 'running',
  severity: 'medium',
  title: 'Reads data in a format that can run code',
  why:
    'These formats rebuild any object, and building one can call any function. A data file ' +
    'becomes a program.',
  confusedWith:
    'The same formats read with a safe loader, which are ignored; caches that the script ' +
    'wrote itself.',
  *look({ calls, text }) {
    for (const call of calls) if (isUnsafe(call, text)) yield at(call);
  },
});

function isUnsafe({ callee, args }: CodeCall, text: string): boolean {
  if (always.test(callee)) return true;
  const given = args.map(({ name, node }) => `${name ?? ''}=${text.slice(node.start, node.end)}`);
  if (/^yaml\.load(?:_all)?$/.test(callee))
    return !given.some((one) => /\b(?:C?SafeLoader|BaseLoader|safe)\b/i.test(one));
  if (/^YAML\.load(?:_file)?$/.test(callee))
    return (
      given.some((one) => /permitted_classes|aliases/.test(one)) === false &&
      args.length > 0 &&
      given.some((one) => /unsafe/.test(one))
    );
  if (callee === 'torch.load') return !given.some((one) => /^weights_only=True$/.test(one));
  if (/^(?:numpy|np)\.load$/.test(callee))
    return given.some((one) => /^allow_pickle=True$/.test(one));
  return callee === 'joblib.load';
}
