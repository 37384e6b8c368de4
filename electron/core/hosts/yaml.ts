import { isMap, isScalar, visit, isAlias, type YAMLMap } from 'yaml';
import { err, ok } from '../../../shared/result.ts';
import { isRawEntry } from '../import/server-entry.ts';
import type { HostEntry, HostFormat } from './entry.ts';
import { targetKeys, typeKeys } from '../import/keys.ts';
import { plainOf, yamlDocument } from '../import/yaml-document.ts';
import { gatewayArgs } from './gateway-entry.ts';
import { type LinePair, rewritten } from './lines.ts';

/** YAML (goose). Entries spread over several places by anchors are left alone. */
export const yaml: HostFormat = {
  value(text) {
    const document = yamlDocument(text);
    return document.ok ? plainOf(document.value) : document;
  },

  entries(text, { root }) {
    const document = yamlDocument(text);
    if (!document.ok) return err(`it is not valid YAML: ${document.error}`);
    const value = plainOf(document.value);
    if (!value.ok) return err(`it is not valid YAML: ${value.error}`);
    const map = document.value.getIn(root, true);
    if (!isMap(map)) return ok([]);
    return ok(
      map.items.flatMap(({ key, value: node }): HostEntry[] => {
        const label = isScalar(key) ? String(key.value) : '';
        const plain = isMap(node) ? (node.toJS(document.value) as unknown) : null;
        if (!isMap(node) || !isRawEntry(plain) || label === '') return [];
        const path = [...root, label];
        return [{ path, label, project: '', value: plain, span: spanOf(text, node) }];
      }),
    );
  },

  through(text, path, span, gateway) {
    const document = yamlDocument(text);
    const node = document.ok ? document.value.getIn(path, true) : null;
    if (!isMap(node)) throw new Error('invariant: an entry that was read is missing');
    const entry = node.toJSON() as Record<string, unknown>;
    if (node.flow === true) {
      const kept = Object.entries(entry).filter(([key]) => !targetKeys.has(key));
      const types = kept.map(([key, value]) => [key, typeKeys.includes(key) ? 'stdio' : value]);
      const whole = {
        cmd: gateway.command,
        args: gatewayArgs(gateway),
        ...(Object.keys(gateway.env).length > 0 ? { envs: gateway.env } : {}),
        ...(Object.fromEntries(types) as object),
      };
      return text.slice(0, span.start) + JSON.stringify(whole) + text.slice(span.end);
    }
    const line = text.lastIndexOf('\n', span.start - 1) + 1;
    return rewritten(text, line, pairsOf(text, node), gateway, {
      indent: text.slice(line, span.start),
      command: 'cmd',
      line: (key, value) => `${key}: ${value}`,
      env: ({ env }) => JSON.stringify(env),
    });
  },

  hasComment: (piece) => piece.includes('#'),
};

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
  if (node.flow !== true && text.slice(line, start).trim() !== '')
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
