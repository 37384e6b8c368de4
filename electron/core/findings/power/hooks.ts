import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

const hooks = /^(?:hooks?|(?:pre|post|on)(?:[-_A-Z].*|install|run|exec|command)|on-load|onload)$/;

/** A command in a file of settings, as JSON, YAML or TOML have it. */
const hookCommand = /["']?command["']?\s*[:=]\s*("(?:[^"\\\n]|\\.){1,2000}"|'[^'\n]{1,2000}')/g;
/** It reaches the network, or runs what a reader can't see. */
const reaching =
  /\b(?:curl|wget|nc|ncat|socat|ssh|scp|iwr|irm|Invoke-\w+|iex|eval|base64|openssl|npx|uvx)\b|\/dev\/tcp\/|https?:\/\/|\b(?:python3?|node|perl|ruby|bash|sh|pwsh|powershell)\s+-[a-zA-Z]*[ce]/;

/** A03. */
export const hostHooks = rule({
  id: 'A03',
  family: 'power',
  severity: 'critical',
  title: 'Hooks that make the app run commands',
  why:
    'An app that obeys hooks runs them on its own events. No model decides, and nobody asks ' +
    'you.',
  confusedWith: 'Nothing: whatever the commands do, they run without asking.',
  *look({ frontmatter, kind, text }): Iterable<RuleHit> {
    for (const [name, field] of frontmatter ?? []) if (isHook(name, field.value)) yield at(field);
    if (kind.kind !== 'data' || !/["']?hooks["']?\s*[:=]/.test(text)) return;
    // Settings that the skill has the app take over.
    for (const { 0: whole, 1: command = '', index } of text.matchAll(hookCommand))
      yield {
        ...{ start: index, end: index + whole.length },
        severity: reaching.test(command) ? 'high' : 'medium',
      };
  },
});

/** Whether an app that obeys hooks would run something for this field. */
export const isHook = (name: string, value: unknown): boolean =>
  hooks.test(name) && isSomething(value);

const isSomething = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== false &&
  value !== '' &&
  JSON.stringify(value).length > 2;
