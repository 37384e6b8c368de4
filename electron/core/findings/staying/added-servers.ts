import { agentFileWords } from '../knowledge/agent-files.ts';
import { writesOf } from '../knowledge/file-use.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';

const files = pattern(
  agentFileWords,
  String.raw`(?:^|[/\\~])\.?mcp\.json\b|\bclaude_desktop_config\.json|mcp_config\.json`,
);
const hosts = /^(?:claude|codex|gemini|copilot|cursor|opencode|amp|qwen)$/;
const managers =
  /^(?:skills|add-skill|openskills|@smithery\/cli|clawhub|smithery|mcp-get|install-mcp|add-mcp)(?:@.*)?$/;

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
  if (/^(?:npx|bunx|pnpx|uvx)$/.test(name))
    return (
      managers.test(first) &&
      (/^(?:add|install|i)$/.test(second) || /^(?:add|install)-/.test(first))
    );
  return managers.test(name) && /^(?:add|install)$/.test(first);
}
