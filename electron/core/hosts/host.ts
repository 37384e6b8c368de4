import type { HostId } from '../../../shared/model/plain.ts';

/**
 * A file of an app's. It begins with `~`, `<settings>` (the system's folder for settings),
 * `<config>` (`XDG_CONFIG_HOME` or `~/.config`), `<here>` (the folder Skillgate runs in), or a
 * variable: `<NAME>`, `<NAME|otherwise>`. Any other is absolute.
 */
export type HostPath =
  | string
  | { readonly linux: string; readonly darwin: string; readonly win32: string };

/** Ways in which the gateway shows approved skills to an app; the extension is always there. */
export const skillExposures = ['skills', 'index', 'resources', 'tools'] as const;
export type SkillExposure = (typeof skillExposures)[number];

/** The setting in which an app turns local skills on and off by their name. */
export type NameSetting = 'permission.skill' | 'skillOverrides' | 'skills.config';

/** How an app writes an entry that starts a command. */
export interface EntryKeys {
  readonly command: 'command' | 'cmd';
  readonly env: 'env' | 'envs' | 'environment';
  /** Its word for a command, where an entry says its transport. */
  readonly type: 'stdio' | 'local';
  /** The command and its arguments are one list, and the transport is never left out. */
  readonly isList?: true;
}

/** An app: where it keeps servers, how it's read and written, and what it does with skills. */
export interface KnownHost {
  readonly id: HostId;
  readonly name: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** Paths of the map of servers, or of a list of named ones; the first that's there counts. */
  readonly roots: readonly (readonly string[])[];
  /** Claude Code also keeps `projects.FOLDER.mcpServers`. */
  readonly projects?: true;
  readonly keys: EntryKeys;
  /**
   * The app whose placeholders and implied transports it shares, if it isn't the first of its kind.
   */
  readonly like?: HostId;
  /** The person's own files, each of which the app may use. */
  readonly files: readonly HostPath[];
  /** An administrator's list of servers: while it's there, the app ignores the person's own. */
  readonly managed?: HostPath;
  /** Its own settings, if they have rules that a decision can be kept in. */
  readonly ownRules?: {
    readonly file: HostPath;
    /** The folder of an administrator's settings, which may turn a person's rules off. */
    readonly managedFolder: HostPath;
  };
  /** Where its settings turn local skills on and off, by their name alone. */
  readonly byName?: {
    readonly setting: NameSetting;
    /** The first that's there counts, else the first. */
    readonly files: readonly HostPath[];
    /** The ends of the folders in which it looks for local skills. */
    readonly folders: readonly string[];
  };
  /** Files that are only imported from: older ones, and those for something else as well. */
  readonly olderFiles?: readonly HostPath[];
  /** Files of a project, from its folder. */
  readonly projectFiles?: readonly string[];
  /** What isn't imported, besides tool filters and timeouts. */
  readonly ignored?: string;
  /** What makes it read its file again, as an instruction. */
  readonly restart: string;
  /** How the app finds skills; null if nobody has seen it. */
  readonly finds: readonly SkillExposure[] | null;
  /** What a decision in the app's own settings could bind to. */
  readonly binds: string;
  /** What this row was learned from: a run of the app, or its documentation at a date. */
  readonly basis:
    | { readonly tried: string }
    | { readonly documentation: string; readonly at: string };
}

const usual: EntryKeys = { command: 'command', env: 'env', type: 'stdio' };
const json = { format: 'json', roots: [['mcpServers']], keys: usual } as const;
const restart = 'Restart it.';
const noBinding = 'nothing';
const at = '2026-11';

type HostRow = Omit<KnownHost, 'id'>;

/**
 * One row for each app: what Skillgate imports from, protects, checks and documents. Project files
 * (`.mcp.json`, `.vscode/mcp.json`) are never changed, because they're shared with people who don't
 * have Skillgate.
 */
const rows: Readonly<Record<HostId, HostRow>> = {
  'claude-desktop': {
    name: 'Claude Desktop',
    ...json,
    files: ['<settings>/Claude/claude_desktop_config.json'],
    ignored: 'extensions (`.mcpb`), connectors',
    restart: 'Quit it completely and open it.',
    ...{ finds: null, binds: noBinding },
    basis: {
      documentation: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
      at,
    },
  },
  'claude-code': {
    name: 'Claude Code',
    ...json,
    projects: true,
    files: ['<CLAUDE_CONFIG_DIR|~>/.claude.json'],
    managed: {
      linux: '/etc/claude-code/managed-mcp.json',
      darwin: '/Library/Application Support/ClaudeCode/managed-mcp.json',
      win32: 'C:/Program Files/ClaudeCode/managed-mcp.json',
    },
    ownRules: {
      file: '<CLAUDE_CONFIG_DIR|~/.claude>/settings.json',
      managedFolder: {
        linux: '/etc/claude-code',
        darwin: '/Library/Application Support/ClaudeCode',
        win32: 'C:/Program Files/ClaudeCode',
      },
    },
    byName: {
      setting: 'skillOverrides',
      files: ['<CLAUDE_CONFIG_DIR|~/.claude>/settings.json'],
      folders: ['.claude/skills'],
    },
    projectFiles: ['.mcp.json'],
    ignored: '`headersHelper`, `oauth.callbackPort`, plugins',
    restart: 'Use its /mcp command, or restart it.',
    // By the extension over the newest revision, else by what is listed; the index if it's turned
    // on.
    finds: ['skills', 'index', 'resources'],
    binds:
      'a skill of a server in exactly one version ' +
      '([unconfirmed](#decisions-in-claude-codes-own-settings)); ' +
      'a local skill by name (`skillOverrides`)',
    basis: { tried: '2.1.332' },
  },
  vscode: {
    name: 'VS Code',
    ...{ format: 'json', roots: [['servers']], keys: usual },
    files: ['<settings>/Code/User/mcp.json'],
    olderFiles: ['<settings>/Code/User/settings.json'],
    projectFiles: ['.vscode/mcp.json', '.vscode/settings.json'],
    ignored: '`sandbox`, `envFile`, `dev`, `unix:` and `pipe:` addresses, extensions',
    restart: 'Restart the server with MCP: List Servers.',
    ...{ finds: null, binds: noBinding },
    basis: {
      documentation: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
      at,
    },
  },
  'vscode-insiders': {
    name: 'VS Code Insiders',
    ...{ format: 'json', roots: [['servers']], keys: usual },
    like: 'vscode',
    files: ['<settings>/Code - Insiders/User/mcp.json'],
    olderFiles: ['<settings>/Code - Insiders/User/settings.json'],
    ignored: 'as VS Code',
    restart: 'Restart the server with MCP: List Servers.',
    ...{ finds: null, binds: noBinding },
    basis: {
      documentation: 'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
      at,
    },
  },
  cursor: {
    name: 'Cursor',
    ...json,
    files: ['~/.cursor/mcp.json'],
    projectFiles: ['.cursor/mcp.json'],
    ignored: '`envFile`, plugins',
    restart: 'Turn the server off and on in its settings.',
    ...{ finds: null, binds: noBinding },
    basis: { documentation: 'https://docs.cursor.com/context/mcp', at },
  },
  windsurf: {
    name: 'Windsurf',
    ...json,
    files: ['~/.codeium/windsurf/mcp_config.json'],
    // That of its plugin for other editors.
    olderFiles: ['~/.codeium/mcp_config.json'],
    restart: 'Refresh its MCP panel.',
    ...{ finds: null, binds: noBinding },
    basis: { documentation: 'https://docs.windsurf.com/windsurf/cascade/mcp', at },
  },
  codex: {
    name: 'Codex',
    ...{ format: 'toml', roots: [['mcp_servers']], keys: usual },
    files: ['<CODEX_HOME|~/.codex>/config.toml'],
    byName: {
      setting: 'skills.config',
      files: ['<CODEX_HOME|~/.codex>/config.toml'],
      folders: ['.codex/skills', '.agents/skills'],
    },
    projectFiles: ['.codex/config.toml'],
    ignored: '`oauth_resource`, `required`',
    restart,
    finds: ['tools'],
    binds: 'a local skill by name (`[[skills.config]]`)',
    basis: { tried: '0.171' },
  },
  gemini: {
    name: 'Gemini CLI',
    ...json,
    // The variable stands for the home folder.
    files: ['<GEMINI_CLI_HOME|~>/.gemini/settings.json'],
    projectFiles: ['.gemini/settings.json'],
    ignored:
      '`authProviderType`, `oauth` beside client and scopes, `mcp.serverCommand`, extensions',
    restart,
    // It has a tool for resources as well, but only from its first resource on.
    ...{ finds: ['tools'], binds: noBinding },
    basis: { tried: '0.61' },
  },
  goose: {
    name: 'goose',
    ...{ format: 'yaml', roots: [['extensions']] },
    keys: { command: 'cmd', env: 'envs', type: 'stdio' },
    files: [
      {
        linux: '<config>/goose/config.yaml',
        darwin: '<config>/goose/config.yaml',
        win32: '<settings>/Block/goose/config/config.yaml',
      },
    ],
    ignored: 'types `builtin`, `platform`, `frontend`, `inline_python`',
    restart,
    ...{ finds: null, binds: noBinding },
    basis: { documentation: 'https://block.github.io/goose/docs/guides/config-files', at },
  },
  opencode: {
    name: 'opencode',
    ...{ format: 'json', roots: [['mcp', 'servers'], ['mcp']] },
    keys: { command: 'command', env: 'environment', type: 'local', isList: true },
    files: [
      '<config>/opencode/config.json',
      '<config>/opencode/opencode.json',
      '<config>/opencode/opencode.jsonc',
      '<OPENCODE_CONFIG_DIR>/config.json',
      '<OPENCODE_CONFIG_DIR>/opencode.json',
      '<OPENCODE_CONFIG_DIR>/opencode.jsonc',
      '<OPENCODE_CONFIG>',
    ],
    byName: {
      setting: 'permission.skill',
      files: [
        '<config>/opencode/opencode.jsonc',
        '<config>/opencode/opencode.json',
        '<config>/opencode/config.json',
      ],
      folders: [
        ...['.opencode/skill', '.opencode/skills', 'opencode/skill', 'opencode/skills'],
        ...['.claude/skills', '.agents/skills'],
      ],
    },
    projectFiles: [
      'opencode.json',
      'opencode.jsonc',
      '.opencode/opencode.json',
      '.opencode/opencode.jsonc',
    ],
    ignored: "entries that only turn an organization's server on or off",
    restart,
    finds: ['tools'],
    binds: 'a local skill by name (`permission.skill`)',
    basis: { tried: '1.18' },
  },
  zed: {
    name: 'Zed',
    ...{ format: 'json', roots: [['context_servers']], keys: usual },
    files: [
      {
        linux: '<config>/zed/settings.json',
        darwin: '~/.config/zed/settings.json',
        win32: '<settings>/Zed/settings.json',
      },
    ],
    projectFiles: ['.zed/settings.json'],
    ignored: 'servers that an extension starts',
    restart: 'Nothing to do: it reads its file again on its own.',
    ...{ finds: ['tools'], binds: noBinding },
    basis: { documentation: 'https://zed.dev/docs/ai/mcp', at },
  },
  copilot: {
    name: 'GitHub Copilot CLI',
    ...json,
    keys: { ...usual, type: 'local' },
    files: ['<COPILOT_HOME|~/.copilot>/mcp-config.json'],
    projectFiles: ['.mcp.json', '.github/mcp.json'],
    restart,
    ...{ finds: ['tools'], binds: noBinding },
    basis: { tried: '1.0' },
  },
  qwen: {
    name: 'Qwen Code',
    ...json,
    like: 'gemini',
    files: ['~/.qwen/settings.json'],
    projectFiles: ['.qwen/settings.json'],
    ignored: 'as Gemini CLI',
    restart,
    ...{ finds: ['tools'], binds: noBinding },
    basis: { tried: '0.15' },
  },
  continue: {
    name: 'Continue',
    ...{ format: 'yaml', roots: [['mcpServers']], keys: usual },
    files: ['<CONTINUE_GLOBAL_DIR|~/.continue>/config.yaml'],
    ignored: 'files in `mcpServers`, servers of its hub (`uses`)',
    restart: 'Reload its configuration, or restart it.',
    ...{ finds: ['tools'], binds: noBinding },
    basis: { tried: '1.5' },
  },
  cline: {
    name: 'Cline',
    ...json,
    files: [
      '<settings>/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      '<CLINE_MCP_SETTINGS_PATH|~/.cline/data/settings/cline_mcp_settings.json>',
    ],
    restart: 'Restart the server under MCP Servers.',
    ...{ finds: null, binds: noBinding },
    basis: { documentation: 'https://docs.cline.bot/mcp/configuring-mcp-servers', at },
  },
  'fast-agent': {
    name: 'fast-agent',
    ...{ format: 'yaml', roots: [['mcp', 'servers']], keys: usual },
    files: ['<here>/fastagent.config.yaml'],
    projectFiles: ['fastagent.config.yaml'],
    ignored: '`mcp.targets`, `fastagent.secrets.yaml`',
    restart,
    ...{ finds: null, binds: noBinding },
    basis: { documentation: 'https://fast-agent.ai/ref/config_file/', at },
  },
  'lm-studio': {
    name: 'LM Studio',
    ...json,
    like: 'cursor',
    files: ['~/.lmstudio/mcp.json'],
    restart: 'Turn the server off and on.',
    ...{ finds: null, binds: noBinding },
    basis: { documentation: 'https://lmstudio.ai/docs/app/mcp', at },
  },
  kiro: {
    name: 'Kiro',
    ...json,
    files: ['~/.kiro/settings/mcp.json'],
    projectFiles: ['.kiro/settings/mcp.json'],
    restart: 'Nothing to do in the editor; restart the command line.',
    ...{ finds: null, binds: noBinding },
    basis: { documentation: 'https://kiro.dev/docs/mcp/configuration', at },
  },
  'amazon-q': {
    name: 'Amazon Q Developer',
    ...json,
    files: [
      '~/.aws/amazonq/mcp.json',
      '~/.aws/amazonq/default.json',
      '~/.aws/amazonq/agents/default.json',
    ],
    projectFiles: ['.amazonq/mcp.json', '.amazonq/default.json', '.amazonq/agents/default.json'],
    ignored: "other agents' files (`cli-agents`)",
    restart,
    ...{ finds: null, binds: noBinding },
    basis: {
      documentation: 'https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/qdev-mcp.html',
      at,
    },
  },
  junie: {
    name: 'JetBrains Junie',
    ...json,
    files: ['~/.junie/mcp/mcp.json'],
    projectFiles: ['.junie/mcp/mcp.json'],
    restart,
    ...{ finds: null, binds: noBinding },
    basis: {
      documentation: 'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html',
      at,
    },
  },
};

export const hosts: readonly KnownHost[] = (Object.entries(rows) as [HostId, HostRow][]).map(
  ([id, row]) => ({ id, ...row }),
);

export function hostOf(id: HostId): KnownHost {
  const host = hosts.find((one) => one.id === id);
  if (host === undefined) throw new Error(`no host ${id}`);
  return host;
}

/**
 * How an app is shown skills unless a person chose: the way in which it finds them, if that's
 * known.
 */
export const usualExposures = ({ finds }: KnownHost): readonly SkillExposure[] =>
  (finds ?? []).filter((way) => way !== 'skills');

/** The app whose rules for reading an entry an app follows: another one's, or its own. */
export const familyOf = (id: HostId | null): HostId | null =>
  id === null ? null : (hostOf(id).like ?? id);
