import type { ShellCommand } from '../reading/commands.ts';

/** Folders and files of the programs that run agents: settings, memory, other skills, servers. */
export const agentFileWords = [
  '.claude',
  '.codex',
  '.gemini',
  '.cursor',
  '.windsurf',
  '.copilot',
  '.openclaw',
  '.clawdbot',
  '.continue',
  '.config/opencode',
  '.config/claude',
  '.opencode',
  '.agents',
  '.qwen',
  '.kiro',
  '.junie',
  '.trae',
  '.augment',
  '.factory',
  '.amp',
  '.cline',
  '.kilocode',
  '.goose',
  '.config/goose',
  '.config/zed',
  '.config/crush',
  '.config/amp',
  'mcp.json',
  'mcp_config',
  'claude_desktop_config',
  'claude.md',
  'claude.local.md',
  'agents.md',
  'gemini.md',
  'memory.md',
  'soul.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.roo',
  'copilot-instructions',
  'settings.json',
  'settings.local.json',
] as const;

const folders =
  String.raw`\.(?:claude|codex|gemini|cursor|windsurf|copilot|openclaw|clawdbot` +
  String.raw`|continue|opencode|agents|roo|qwen|kiro|junie|trae|augment|factory` +
  String.raw`|amp|cline|kilocode|goose)\b|\.config/(?:opencode|claude|goose|zed` +
  String.raw`|crush|amp)\b`;

const home =
  String.raw`(?:~|\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE|/root|/home/[^/\s]+` +
  String.raw`|/Users/[^/\s]+)`;

/** Keys, sessions and conversations that the host keeps in the person's home folder. */
export const agentSecrets =
  String.raw`(?:(?:${home}[/\\])(?:${folders})[/\\](?:auth\.json|\.?credentials(?:\.json)?|` +
  String.raw`oauth_creds\.json|history\.jsonl?|projects|sessions|todos|memory|chats|transcripts)` +
  String.raw`|(?:${home}[/\\])\.claude\.json\b|\bclaude_desktop_config\.json|` +
  String.raw`\.claude[/\\]\.credentials\.json)`;

/** Settings of a host in the person's home folder. */
export const agentSettings = String.raw`(?:(?:${home}[/\\])(?:${folders})[/\\](?:settings(?:\.local)?\.json|config\.(?:toml|json|yaml)|mcp(?:_config)?\.json|hooks)|(?:^|[/\\])\.?mcp\.json\b)`;

/** Files that every session reads as instructions. */
export const agentMemory = String.raw`(?:\b(?:CLAUDE|AGENTS|GEMINI|MEMORY|SOUL|CLAUDE\.local)\.md\b|\.cursorrules\b|\.windsurfrules\b|\.clinerules\b|\.cursor[/\\]rules\b|copilot-instructions\.md|(?:${folders})[/\\](?:[\w.-]+[/\\])*(?:memory|rules|hooks|settings(?:\.local)?\.json|commands|config\.(?:ya?ml|toml))\b)`;

/** Where a host keeps skills, plugins and agents. */
export const skillFolders = String.raw`(?:${folders})[/\\](?:[\w.-]+[/\\])*(?:skills|plugins|agents)\b`;

const files: readonly (readonly [RegExp, string])[] = [
  [
    /\.(?:bashrc|bash_profile|bash_login|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc)\b|\/etc\/(?:profile|bash\.bashrc|environment)\b|config\.fish\b|PowerShell_profile/i,
    'shell startup files',
  ],
  [/\/cron(?:tab|\.\w+)?\b|\/etc\/cron/i, 'scheduled tasks'],
  [
    /systemd\/|LaunchAgents|LaunchDaemons|autostart|\\Startup|\/etc\/init\.d|rc\.local/i,
    'services',
  ],
  [/\.git[/\\]hooks|\.gitconfig|\.config\/git\b/i, 'Git hooks'],
  [/authorized_keys/i, 'authorized keys'],
  [/sitecustomize|usercustomize|\.pth\b/i, 'Python startup files'],
  [/\.vscode[/\\]|\.idea[/\\]|\.devcontainer|\.envrc\b/i, 'editor settings'],
  [
    /\b(?:CLAUDE|AGENTS|GEMINI|MEMORY|SOUL)\.md\b|\.(?:cursor|windsurf|cline)rules|[/\\]\.(?:claude|codex|gemini|cursor|windsurf|copilot|continue|opencode|agents|roo)\b|mcp\.json/i,
    "agents' files",
  ],
];
const programs: Readonly<Record<string, string>> = {
  crontab: 'scheduled tasks',
  at: 'scheduled tasks',
  schtasks: 'scheduled tasks',
  'register-scheduledtask': 'scheduled tasks',
  'systemd-run': 'scheduled tasks',
  launchctl: 'services',
};

/** How a written file or a command outlasts the skill; null if it doesn't. */
export function lastingKind(one: string | ShellCommand): string | null {
  if (typeof one === 'string')
    return files.find(([expression]) => expression.test(one))?.[1] ?? null;
  const { name, args } = one;
  const words = args.map(({ text }) => text);
  if (name === 'systemctl') return words.includes('enable') ? 'services' : null;
  if (name === 'crontab' && words.length > 0 && words.every((word) => /^-[lu]$/.test(word)))
    return null;
  return Object.hasOwn(programs, name) ? (programs[name] ?? null) : null;
}
