import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('node_modules', import.meta.url));
const inModules = (...parts) => join(modules, ...parts);
const { platform, arch } = process;
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Hosts of others. `program` is what starts one, or null where its package has nothing for this machine;
 * `file` is its settings in the person's home, with the server as it would be started directly; `words`
 * makes it answer one prompt; `load` is how its model reads the skill in question, if not by a tool; `local`
 * is where it looks for local skills, if its settings (`settings`, else `file`) turn them off by name.
 */
export const list = [
  {
    id: 'gemini',
    program: () => [process.execPath, inModules('@google/gemini-cli/bundle/gemini.js')],
    file: '.gemini/settings.json',
    text: ({ command, args, env }) =>
      json({
        security: {
          auth: { selectedType: 'gemini-api-key' },
          folderTrust: { enabled: false },
        },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
        mcpServers: { acme: { command, args, env } },
      }),
    words: (prompt) => ['--yolo', '--model', 'gemini-2.5-flash', '--prompt', prompt],
    env: (model) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model }),
  },
  {
    id: 'opencode',
    program: () => only(inModules(`opencode-${platform}-${arch}/bin/opencode`)),
    file: '.config/opencode/opencode.jsonc',
    local: '.agents/skills',
    text: ({ command, args, env }) =>
      `// mine\n${json({
        autoupdate: false,
        model: 'mock/mock',
        provider: {
          mock: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: '{env:MODEL_URL}/v1', apiKey: 'none' },
            models: { mock: {} },
          },
        },
        mcp: { acme: { type: 'local', command: [command, ...args], environment: env } },
      })}`,
    words: (prompt) => ['run', prompt],
    env: (model) => ({
      MODEL_URL: model,
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    }),
  },
  {
    id: 'codex',
    program: () => only(inModules(`@openai/codex-${platform}-${arch}/vendor`, target, 'bin/codex')),
    file: '.codex/config.toml',
    local: '.codex/skills',
    text: ({ command, args, env }) =>
      [
        'model = "mock"',
        'model_provider = "mock"   # on loopback',
        'check_for_update_on_startup = false',
        '',
        '[mcp_servers.acme]',
        `command = ${JSON.stringify(command)}`,
        `args = ${JSON.stringify(args)}`,
        // On a busy machine the usual ten seconds are too few.
        'startup_timeout_sec = 90',
        '',
        '[mcp_servers.acme.env]',
        ...Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
        '',
      ].join('\n'),
    words: (prompt, model) => [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...['-c', `model_providers.mock={name="mock",base_url="${model}/v1",wire_api="responses"}`],
      prompt,
    ],
    env: () => ({}),
  },
  {
    id: 'claude-code',
    program: () => only(inModules(`@anthropic-ai/claude-code-${platform}-${arch}/claude`)),
    file: '.claude.json',
    ...{ local: '.claude/skills', settings: '.claude/settings.json' },
    // It writes its own state there at every start.
    isRewritten: true,
    text: ({ command, args, env }) =>
      json({ hasCompletedOnboarding: true, mcpServers: { acme: { command, args, env } } }),
    words: (prompt) => ['--print', prompt, '--allowedTools', 'mcp__acme,ReadMcpResourceTool'],
    env: (model) => ({
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ENABLE_TOOL_SEARCH: 'false',
      MCP_CONNECTION_NONBLOCKING: 'false',
    }),
    load: `ReadMcpResourceTool ${JSON.stringify({ server: 'acme', uri: 'skill://wanted/SKILL.md' })}`,
  },
];

const target = `${arch === 'arm64' ? 'aarch64' : 'x86_64'}-${
  { linux: 'unknown-linux-musl', darwin: 'apple-darwin', win32: 'pc-windows-msvc' }[platform]
}`;

function only(path) {
  return existsSync(path) ? [path] : null;
}
