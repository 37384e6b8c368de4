import type { HostId } from '../../../shared/model/plain.ts';

/** Files as each app's documentation shows them, plus what people add. */
export const documented: readonly {
  readonly id: HostId;
  readonly text: string;
  readonly labels: readonly string[];
}[] = [
  {
    id: 'claude-desktop',
    labels: ['filesystem', 'github'],
    text: `{
  "globalShortcut": "",
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "/Users/username/Desktop",
        "/Users/username/Downloads"
      ]
    },
    "github": {
      "command": "docker",
      "args": ["run", "-i", "--rm", "-e", "GITHUB_PERSONAL_ACCESS_TOKEN", "ghcr.io/github/github-mcp-server"],
      "env": {
        "GITHUB_PERSONAL_ACCESS_TOKEN": "ghp_0123456789abcdef"
      }
    }
  },
  "preferences": { "menuBarEnabled": false }
}
`,
  },
  {
    id: 'claude-code',
    labels: ['sentry', 'airtable', 'local'],
    text: `{
  "numStartups": 41,
  "mcpServers": {
    "sentry": {
      "type": "http",
      "url": "https://mcp.sentry.dev/mcp",
      "headers": {
        "Authorization": "Bearer abcdefghij"
      }
    },
    "airtable": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "airtable-mcp-server"],
      "env": {
        "AIRTABLE_API_KEY": "key0123456789"
      }
    }
  },
  "projects": {
    "/home/me/work": {
      "allowedTools": [],
      "mcpServers": {
        "local": { "type": "sse", "url": "http://127.0.0.1:9000/sse" }
      },
      "hasTrustDialogAccepted": true
    }
  },
  "userID": "0123"
}
`,
  },
  {
    id: 'vscode',
    labels: ['github', 'playwright'],
    text: `{
	"inputs": [
		{ "type": "promptString", "id": "key", "description": "API Key", "password": true },
	],
	// servers of mine
	"servers": {
		"github": {
			"type": "http",
			"url": "https://api.githubcopilot.com/mcp"
		},
		"playwright": {
			"command": "npx",
			"args": ["-y", "@microsoft/mcp-server-playwright"], // latest
			"dev": { "watch": "src/**/*.ts" },
		},
	},
}
`,
  },
  {
    id: 'vscode-insiders',
    labels: ['a'],
    text: `{"servers":{"a":{"type":"stdio","command":"a","args":[]}},"inputs":[]}`,
  },
  {
    id: 'cursor',
    labels: ['server-name', 'remote'],
    text: `{
  "mcpServers": {
    "server-name": {
      "command": "python",
      "args": ["mcp-server.py"],
      "env": {
        "API_KEY": "value-of-it"
      }
    },
    "remote": {
      "url": "http://localhost:3000/mcp",
      "headers": {
        "API_KEY": "value-of-it"
      }
    }
  }
}`,
  },
  {
    id: 'windsurf',
    labels: ['remote-http-mcp', 'sequential'],
    text: `{
  "mcpServers": {
    "remote-http-mcp": {
      "serverUrl": "https://example.com/mcp",
      "headers": {
        "API_KEY": "value-of-it"
      },
      "disabledTools": ["write"]
    },
    "sequential": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-sequential-thinking"
      ],
      "disabled": false,
      "alwaysAllow": []
    }
  }
}
`,
  },
  {
    id: 'codex',
    labels: ['context7', 'figma'],
    text: `model = "gpt-5.1-codex"
approval_policy = "on-request"   # ask me

[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]
startup_timeout_sec = 20

[mcp_servers.context7.env]
MY_ENV_VAR = "MY_ENV_VALUE"

[mcp_servers.figma]
# over there
url = "https://mcp.figma.com/mcp"
http_headers = { "X-Figma-Region" = "us-east-1" }
enabled_tools = ["open", "screenshot"]
tool_timeout_sec = 45

[projects."/home/me/work"]
trust_level = "trusted"
`,
  },
  {
    id: 'gemini',
    labels: ['pythonTools', 'httpServer', 'sseServer'],
    text: `{
  "theme": "GitHub",
  "mcpServers": {
    "pythonTools": {
      "command": "python",
      "args": ["-m", "my_mcp_server", "--port", "8080"],
      "cwd": "./mcp-servers/python",
      "env": {
        "DATABASE_URL": "postgres://somewhere"
      },
      "timeout": 15000
    },
    "httpServer": {
      "httpUrl": "https://example.com/mcp",
      "headers": { "Authorization": "Bearer your-api-token" },
      "trust": false
    },
    "sseServer": {
      "url": "http://localhost:8080/sse",
      "includeTools": ["safe_tool"]
    }
  }
}
`,
  },
  {
    id: 'goose',
    labels: ['fetch', 'context7', 'flow'],
    text: `GOOSE_PROVIDER: anthropic
# what it can do
extensions:
  developer:
    bundled: true
    enabled: true
    name: developer
    timeout: 300
    type: builtin
  fetch:   # reads pages
    name: fetch
    cmd: uvx
    args: [mcp-server-fetch]
    enabled: true
    envs: {}
    env_keys: []
    type: stdio
    # patience
    timeout: 300
  context7:
    args:
    - -y
    - '@upstash/context7-mcp'   # the newest
    enabled: true
    envs:
      TOKEN: abcdefgh
    headers:
      X-Key: 0123456789
    name: context7
    timeout: 300
    type: streamable_http
    uri: https://mcp.context7.com/mcp

  flow: {type: stdio, cmd: uvx, args: [x], timeout: 30}
GOOSE_MODEL: claude
`,
  },
];
