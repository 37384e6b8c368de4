import { createServer } from 'node:http';
import { announce } from '../support/announce.ts';
import { record } from '../support/record.ts';
import type { Scenario } from '../support/scenario.ts';
import type { ServedSkill } from '../support/served-skill.ts';
import { bytesOf } from '../support/served-skill.ts';
import { tarGz } from '../support/tar.ts';
import { describe, digestOf, text } from './dialect.ts';

type Page =
  | { readonly type: string; readonly body: string | Uint8Array }
  | { readonly redirect: string };
const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const current = '/.well-known/agent-skills/';
const older = '/.well-known/skills/';
const json = (value: unknown): Page => ({ type: 'application/json', body: JSON.stringify(value) });

function pages(mode: string, skills: readonly ServedSkill[]): Record<string, Page> {
  const found: Record<string, Page> = {};
  const put = (root: string, skill: ServedSkill): void => {
    for (const [path, content] of Object.entries(skill.files))
      found[`${root}${skill.path}/${path}`] = { type: 'text/markdown', body: content };
  };
  switch (mode) {
    case 'well-known-older':
      found[`${older}index.json`] = json({
        skills: skills.map((skill) => ({ ...describe(skill), files: Object.keys(skill.files) })),
      });
      for (const skill of skills) put(older, skill);
      break;
    case 'well-known-schema':
      found[`${current}index.json`] = json({
        $schema: 'https://schemas.agentskills.io/discovery/9.0.0/schema.json',
        skills: [],
      });
      break;
    case 'well-known-loop':
      found[`${current}index.json`] = { redirect: `${current}index.json` };
      break;
    case 'well-known-large':
      found[`${current}index.json`] = {
        type: 'application/json',
        body: Buffer.alloc(32 * 1024 * 1024, 0x20),
      };
      break;
    case 'well-known-lies':
      found[`${current}index.json`] = json({
        $schema,
        skills: skills.map((skill) => ({
          ...describe(skill),
          type: 'skill-md',
          url: `${skill.path}/SKILL.md`,
          digest: digestOf(`${text(skill)} `),
        })),
      });
      for (const skill of skills) put(current, skill);
      break;
    default:
      found[`${current}index.json`] = json({
        $schema,
        skills: skills.map((skill, at) =>
          at === 0
            ? {
                ...describe(skill),
                type: 'skill-md',
                url: `${skill.path}/SKILL.md`,
                digest: digestOf(text(skill)),
              }
            : {
                ...describe(skill),
                type: 'archive',
                url: `${current}${skill.path}.tar.gz`,
                digest: digestOf(tarGz(skill.files)),
              },
        ),
      });
      for (const skill of skills) {
        put(current, skill);
        found[`${current}${skill.path}.tar.gz`] = {
          type: 'application/gzip',
          body: tarGz(skill.files),
        };
      }
  }
  return found;
}

/** Agent Skills Discovery over plain HTTP: honest in both versions, and hostile. */
export const webModes: readonly string[] = [
  'well-known',
  'well-known-older',
  'well-known-schema',
  'well-known-loop',
  'well-known-large',
  'well-known-lies',
];

export function serveWeb(mode: string, scenario: () => Scenario): Promise<void> {
  return announce(
    createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      record('GET', { uri: path });
      const page = pages(mode, scenario().skills)[path];
      if (page === undefined) return void response.writeHead(404).end('not found');
      if ('redirect' in page)
        return void response.writeHead(302, { location: page.redirect }).end();
      response.writeHead(200, { 'content-type': page.type }).end(bytesOf(page.body));
    }),
    '',
  );
}
