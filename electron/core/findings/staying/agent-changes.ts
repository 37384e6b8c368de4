import { agentFileWords, agentMemory } from '../knowledge/agent-files.ts';
import { isAbout } from '../knowledge/about.ts';
import { unlessAsked } from '../knowledge/asked-first.ts';
import { reroutedRequests } from '../knowledge/agent-rights.ts';
import { writesOf } from '../knowledge/file-use.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { at, rule } from '../rule.ts';
import { hitsOf } from '../knowledge/intents.ts';
import { phrases } from '../reading/phrases.ts';

const files = pattern(
  agentFileWords,
  String.raw`(?:^|[/\\~])\.?mcp\.json\b|\bclaude_desktop_config\.json|mcp_config\.json`,
);
const hosts = /^(?:claude|codex|gemini|copilot|cursor|opencode|amp|qwen)$/;
const managers =
  /^(?:skills|add-skill|openskills|@smithery\/cli|clawhub|smithery|mcp-get|install-mcp|add-mcp)(?:@.*)?$/;

const skillFolder =
  /\.(?:claude|codex|gemini|cursor|opencode|openclaw|agents|copilot|windsurf)\/(?:skills|plugins|agents)\b|opencode\/skills\b/;

/** K05. */
export const addedServers = rule({
  id: 'K05',
  family: 'staying',
  severity: 'high',
  title: 'Adds servers, plug-ins or skills to an app',
  why:
    "What's added has its own rights and stays. Nobody reviewed it: approving one skill " +
    'brings in others.',
  confusedWith: 'A skill that shows the command for setting up its own server. This is rated low.',
  *look(document) {
    for (const command of document.commands)
      if (addsToHost(command))
        yield at(command, command.part.from === 'script' ? {} : { severity: 'low' });
    for (const use of writesOf(document, files)) yield at(use, { confidence: 'medium' });
  },
});

function addsToHost({ name, args }: ShellCommand): boolean {
  const words = args.map(({ text }) => text).filter((word) => !word.startsWith('-'));
  const [first = '', second = '', third = ''] = words;
  if (hosts.test(name)) {
    if (/^(?:mcp|extensions?)$/.test(first)) return /^(?:add|add-json|install)$/.test(second);
    if (!/^plugins?$/.test(first)) return false;
    return /^(?:install|add)$/.test(second) || (second === 'marketplace' && third === 'add');
  }
  if (/^(?:npx|bunx|pnpx|uvx)$/.test(name) && managers.test(first))
    return /^(?:add|install|i)$/.test(second) || /^(?:add|install)-/.test(first);
  // Any other manager that is told a folder of an app.
  if (args.some(({ text }) => skillFolder.test(text)))
    return words.some(
      (word, at) => /^(?:add|install)$/.test(word) && /^skills?$/.test(words[at - 1] ?? ''),
    );
  return managers.test(name) && /^(?:add|install)$/.test(first);
}

const memoryFiles = pattern(agentFileWords, agentMemory);
const orders = pattern(
  agentFileWords,
  String.raw`\b(?:append|add|write|insert|inject|copy|prepend|persist)\s+(?:\w+\s+){0,8}?(?:to|` +
    String.raw`in|into|inside)\s+(?:the\s+|your\s+|their\s+|global\s+` +
    String.raw`|project\s+)*[\x60"'(]*(?:~/|` +
    String.raw`\$HOME/|\./)?(?:\.[\w-]+/)?${agentMemory}`,
);

/** Documents about the files that agents read, whose reader expects that they write these. */
const agentFiles =
  /\b(?:CLAUDE|AGENTS|GEMINI)\.md\b|\.?cursor ?rules\b|\b(?:claude(?: code)?|cursor|codex|copilot|gemini|agents?)(?:['’]s)?\s+(?:\w+\s+){0,2}?(?:hooks?|rules|settings|permissions?|instructions|memory|config\w*)\b|\b(?:hooks?|settings|permissions?|instructions|rules)\b[^.]{0,30}\b(?:claude code|cursor|codex|copilot|gemini)\b/i;

/** K04. */
export const agentMemoryWrite = rule({
  id: 'K04',
  family: 'staying',
  severity: 'high',
  title: 'Writes to files that your agents always read',
  why:
    "Agents obey memory, rules and settings files in every later session. What's written " +
    'there stays after the skill is removed, and nobody approved it there.',
  confusedWith:
    'Project setup skills write such files on purpose. In prose, and only for the project, ' +
    'this is rated low.',
  *look(document) {
    const isDeclared = isAbout(document, agentFiles);
    for (const use of writesOf(document, memoryFiles)) {
      const isProject =
        !/~|\$\{?HOME|\/(?:Users|home|root)\b|%\w+%|expanduser|homedir|\.home\(/.test(
          document.text.slice(use.start, use.end),
        );
      yield at(use, {
        severity: unlessAsked(document, use, isDeclared && isProject ? 'medium' : 'high'),
      });
    }
    const told = phrases(document, orders, ({ text }) => ({
      severity: /~\/|\$HOME|global/i.test(text) ? 'high' : 'low',
      confidence: 'medium',
    }));
    yield* hitsOf(document, 'remember', [...told], ({ isForeign }) => ({
      confidence: 'medium',
      ...(isForeign ? { severity: 'medium' } : {}),
    }));
  },
});

const own = pattern(
  ['skill_', '__file__', 'bash_source', '$0', 'argv[0]', '__filename'],
  String.raw`\$\{?(?-i:(?:CLAUDE_)?SKILL_(?:DIR|ROOT|PATH))\}?["']?/[\w./-]*\.(?:md|sh|py|js|ts|` +
    String.raw`rb)\b|^["']?(?:\$0|\$\{?BASH_SOURCE(?:\[0\])?\}?|__file__|__filename|` +
    String.raw`sys\.argv\[0\])["']?$`,
);
const selfEditOrders = pattern(
  ['skill.md', 'this skill', 'own instructions', 'own skill'],
  String.raw`\b(?:update|edit|modify|rewrite|overwrite|append\s+to|` +
    String.raw`change)\s+(?:this\s+(?:skill(?:['’]s)?\s+(?:file|SKILL\.md|instructions` +
    String.raw`|definition)|` +
    String.raw`SKILL\.md)|your\s+own\s+(?:skill|instructions|SKILL\.md)|its\s+own\s+(?:SKILL\.md|` +
    String.raw`instructions))\b`,
);

/** K06. */
export const selfEdit = rule({
  id: 'K06',
  family: 'staying',
  severity: 'high',
  title: 'Changes its own files',
  why:
    'What runs is no longer what you approved. An app that keeps a copy runs the changed one, ' +
    "and the server's digest doesn't show it.",
  confusedWith:
    'Skills that write results or notes beside their files. An instruction in prose is rated ' +
    'medium.',
  *look(document) {
    for (const use of writesOf(document, own)) yield at(use);
    yield* phrases(document, selfEditOrders, () => ({ severity: 'medium' }));
  },
});

/** K09. */
export const reroutedAgent = rule({
  id: 'K09',
  family: 'staying',
  severity: 'high',
  title: "Sends the agent's own requests to another host",
  why:
    'Whoever runs that host reads every conversation and file that is sent, gets the key that ' +
    'signs in, and can change each answer.',
  confusedWith:
    "A gateway of your own company. One on this machine and those of well-known providers aren't " +
    "reported; a program's own client is rated medium.",
  *look(document) {
    for (const { isSetting, ...match } of reroutedRequests(document))
      yield at(match, isSetting ? {} : { severity: 'medium' });
  },
});
