import { environmentDumps } from '../knowledge/environment-dumps.ts';
import { environmentReads, isSecretName } from '../knowledge/environment.ts';
import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import { nodesIn } from '../reading/tree.ts';
import { pattern } from '../pattern.ts';
import { rule, type RuleHit } from '../rule.ts';

/** E02. */
export const environment = rule({
  id: 'E02',
  family: 'secrets',
  severity: 'medium',
  title: 'Collects the environment',
  why:
    'Programs get their keys through the environment. Reading all of it gives away every ' +
    "program's keys, not only those the skill needs.",
  confusedWith:
    'Passing the environment to a child process, and reading single variables, are ignored. ' +
    'Collecting keys of several services is rated higher.',
  *look(document) {
    for (const dump of environmentDumps(document))
      yield at(dump, dump.narrow ? { severity: 'low' } : {});
    for (const match of workflowSecrets.all(document.text)) yield at(match, { severity: 'high' });
    yield* collections(document);
  },
});

/** Every secret of a workflow at once. */
const workflowSecrets = pattern(['tojson'], String.raw`toJSON\(\s*secrets\s*\)`);

/** One list or table with the secrets of different services, which no client needs. */
function* collections(document: RuleDocument): Generator<RuleHit> {
  const secrets = environmentReads(document).filter(
    ({ name }) => name !== null && isSecretName(name),
  );
  if (secrets.length < 2) return;
  for (const { tree } of document.code) {
    if (tree === null) continue;
    let end = -1;
    for (const node of nodesIn(tree)) {
      if (!/^(?:dictionary|list|object|array|hash|tuple|set)$/.test(node.type) || node.start < end)
        continue;
      const inside = secrets.filter((read) => node.start <= read.start && read.end <= node.end);
      const services = new Set(inside.map(({ name }) => serviceOf(name ?? '')));
      const kept = inside.filter(({ name }) =>
        isKeptByName(document.text.slice(node.start, node.end), name ?? ''),
      );
      if (services.size < 2 || kept.length < 2) continue;
      end = node.end;
      yield at(node, {
        severity: 'high',
        related: inside.map((read) => ({ start: read.start, end: read.end })),
      });
    }
  }
}

/** `AWS` of `AWS_SECRET_ACCESS_KEY`. */
const serviceOf = (name: string): string => name.split('_')[0] ?? name;

/** Whether the value is stored under the variable's own name, so it is collected and not used. */
const isKeptByName = (table: string, name: string): boolean =>
  new RegExp(`["']${name.replace(/\W/g, '')}["']\\s*(?::|=>|,)`).test(table) ||
  new RegExp(`\\b${name.replace(/\W/g, '')}\\s*:`).test(table);
