import type { ShellCommand } from '../reading/commands.ts';

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
