import { isAlias, isMap, isScalar, isSeq, visit, type Document, type YAMLMap } from 'yaml';
import { err, ok } from '../../../shared/result.ts';
import { isRawEntry, targetKeys, typeKeys } from '../import/server-entry.ts';
import {
  rootIn,
  type HostEntry,
  type HostFormat,
  type LinePair,
  rewritten,
  wholeLines,
} from './entry.ts';
import { plainOf, yamlDocument } from '../import/yaml-document.ts';
import { gatewayArgs } from './gateway-entry.ts';

/**
 * YAML, in which servers are a map (goose, fast-agent) or a list of named ones (Continue). Entries
 * spread over several places by anchors are left alone.
 */
export const yaml: HostFormat = {
  value(text) {
    const document = yamlDocument(text);
    return document.ok ? plainOf(document.value) : document;
  },

  entries(text, host) {
    const document = yamlDocument(text);
    if (!document.ok) return err(`it is not valid YAML: ${document.error}`);
    const value = plainOf(document.value);
    if (!value.ok) return err(`it is not valid YAML: ${value.error}`);
    const root = rootIn(value.value, host);
    const named = namedNodes(document.value, root);
    const counts = new Map<string, number>();
    for (const [label] of named) counts.set(label, (counts.get(label) ?? 0) + 1);
    return ok(
      named.flatMap(([label, node]): HostEntry[] => {
        const plain = node.toJS(document.value) as unknown;
        if (!isRawEntry(plain) || label === '') return [];
        const span =
          (counts.get(label) ?? 0) > 1
            ? err(`two entries of the list are named ${JSON.stringify(label)}`)
            : spanOf(text, node);
        return [{ path: [...root, label], label, project: '', value: plain, span }];
      }),
    );
  },

  through(text, { path, span }, gateway, keys) {
    const document = yamlDocument(text);
    const nodes = document.ok ? namedNodes(document.value, path.slice(0, -1)) : [];
    const node = nodes.find(([label]) => label === path.at(-1))?.[1];
    if (node === undefined) throw new Error('invariant: an entry that was read is missing');
    const entry = node.toJSON() as Record<string, unknown>;
    if (node.flow === true) {
      const kept = Object.entries(entry).filter(([key]) => !targetKeys.has(key));
      const types = kept.map(([key, value]) => [key, typeKeys.includes(key) ? keys.type : value]);
      const whole = {
        [keys.command]: gateway.command,
        args: gatewayArgs(gateway),
        ...(Object.keys(gateway.env).length > 0 ? { [keys.env]: gateway.env } : {}),
        ...(Object.fromEntries(types) as object),
      };
      return text.slice(0, span.start) + JSON.stringify(whole) + text.slice(span.end);
    }
    const line = text.lastIndexOf('\n', span.start - 1) + 1;
    const pairs = pairsOf(text, node);
    const [first] = pairs;
    const isListed = text.slice(line, span.start).trim() !== '';
    const isKept = first !== undefined && !targetKeys.has(first.key);
    // After the dash of a list, a key that stays is followed by the new lines.
    const at = !isListed ? line : isKept ? wholeLines(text, first).end : span.start;
    return rewritten(text, at, pairs, gateway, {
      ...{ keys, indent: text.slice(line, span.start).replace('-', ' ') },
      line: (key, value) => `${key}: ${value}`,
      env: ({ env }) => JSON.stringify(env),
    });
  },

  hasComment: (piece) => piece.includes('#'),
};

/** The maps at a path and what each is called: its key, or its `name` in a list. */
function namedNodes(
  document: Document.Parsed,
  path: readonly string[],
): readonly (readonly [string, YAMLMap])[] {
  const found = document.getIn(path, true);
  if (isMap(found))
    return found.items.flatMap(({ key, value }) =>
      isMap(value) ? [[isScalar(key) ? String(key.value) : '', value] as const] : [],
    );
  return (isSeq(found) ? found.items : []).flatMap((item) => {
    const name = isMap(item) ? item.get('name') : null;
    return isMap(item) && typeof name === 'string' ? [[name, item] as const] : [];
  });
}

function spanOf(text: string, node: YAMLMap): HostEntry['span'] {
  let shared = node.anchor !== undefined;
  visit(node, (_, inner) => {
    if (isAlias(inner) || (isScalar(inner) && inner.value === '<<')) shared = true;
    if (typeof inner === 'object' && inner !== null && 'anchor' in inner && inner.anchor)
      shared = true;
  });
  if (shared) return err('it uses anchors (&, * or <<), which tie it to other entries');
  const [start, end] = node.range ?? [0, 0];
  const line = text.lastIndexOf('\n', start - 1) + 1;
  if (node.flow !== true && !/^[ \t]*(?:-[ \t]+)?$/.test(text.slice(line, start)))
    return err('it does not begin on its own line');
  return ok({ start, end: start + text.slice(start, end).trimEnd().length });
}

function pairsOf(text: string, node: YAMLMap): readonly LinePair[] {
  return node.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || !key.range) return [];
    const range =
      typeof value === 'object' && value !== null && 'range' in value ? value.range : null;
    const end = (range as readonly number[] | null | undefined)?.[1] ?? key.range[1];
    const start = key.range[0];
    return [
      { key: String(key.value), start, end: start + text.slice(start, end).trimEnd().length },
    ];
  });
}
