import { option } from './support/arguments.ts';
import { changesOf, scenarioFrom } from './support/scenario.ts';

/**
 * A server that keeps every rule.
 * `--era modern|legacy` `--transport stdio|http|sse` `--skills N` `--scenario FILE`
 * `--tells N`: says N times that its list has changed when the file of the scenario has
 * (the same names in capitals work as environment variables). Over HTTP and SSE the first
 * line on stdout is `{"url": …}`. SSE exists in the legacy era only.
 */
const transport = option('transport', 'stdio');
const era = transport === 'sse' ? 'legacy' : option('era', 'modern');
const file = option('scenario', '');
const scenario = scenarioFrom(file === '' ? null : file, Number(option('skills', '3')));
const tells = Number(option('tells', '0'));
const changes = tells > 0 ? changesOf(file, tells) : null;
// Tests start it hundreds of times, and loading an SDK takes most of a start: load the one in use.
const serve =
  era === 'legacy'
    ? (await import('./support/legacy.ts')).serveLegacy
    : (await import('./support/modern.ts')).serveModern;
await serve(scenario, transport, changes);
