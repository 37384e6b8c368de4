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
  {
    id: 'opencode',
    labels: ['local', 'remote'],
    text: `{
  "$schema": "https://opencode.ai/config.json",
  "model": "anthropic/claude-sonnet-4-5",
  "mcp": {
    // started here
    "local": {
      "type": "local",
      "command": ["npx", "-y", "my-mcp-command"],
      "enabled": true,
      "environment": {
        "MY_ENV_VAR": "my_env_var_value",
      },
    },
    "remote": {
      "type": "remote",
      "url": "https://my-mcp-server.com",
      "headers": {
        "Authorization": "Bearer MY_API_KEY"
      },
      "timeout": 5000 /* ms */
    },
    "jira": { "enabled": true },
  },
}
`,
  },
  {
    id: 'opencode',
    labels: ['servers-of-2'],
    text: `{
  "mcp": {
    "timeout": 5000,
    "servers": {
      "servers-of-2": {
        "type": "local",
        "command": ["npx", "-y", "example-mcp-server"],
        "disabled": false
      }
    }
  }
}
`,
  },
  {
    id: 'zed',
    labels: ['local-mcp-server', 'remote-mcp-server'],
    text: `// Zed settings
{
  "ui_font_size": 16,
  "context_servers": {
    "local-mcp-server": {
      "source": "custom",
      "command": "some-command",
      "args": ["arg-1", "arg-2"],
      "env": {}
    },
    "remote-mcp-server": {
      "url": "https://example.com/mcp",
      "headers": { "Authorization": "Bearer 0123456789" }
    },
    "mcp-server-postgres": { "settings": { "database_url": "postgres://somewhere" } }
  },
  "theme": "One Dark",
}
`,
  },
  {
    id: 'copilot',
    labels: ['playwright', 'context7'],
    text: `{
  "mcpServers": {
    "playwright": {
      "type": "local",
      "command": "npx",
      "args": ["@playwright/mcp@latest"],
      "env": {},
      "tools": ["*"]
    },
    "context7": {
      "type": "http",
      "url": "https://mcp.context7.com/mcp",
      "headers": {
        "CONTEXT7_API_KEY": "0123456789"
      },
      "tools": ["*"]
    }
  }
}
`,
  },
  {
    id: 'qwen',
    labels: ['pythonTools', 'http-server', 'sse-server'],
    text: `{
  "mcpServers": {
    "pythonTools": {
      "command": "python",
      "args": ["-m", "my_mcp_server", "--port", "8080"],
      "cwd": "/home/me/mcp-servers/python",
      "env": { "LEVEL": "info" },
      "timeout": 15000
    },
    "http-server": {
      "httpUrl": "http://localhost:3000/mcp",
      "trust": false
    },
    "sse-server": {
      "url": "http://localhost:8080/sse",
      "includeTools": ["safe_tool"]
    }
  }
}
`,
  },
  {
    id: 'continue',
    labels: ['SQLite MCP', 'Remote', 'unnamed-first', 'flow'],
    text: `name: My Config
version: 1.0.0
schema: v1
models:
  - name: local
    provider: ollama
# what it may call
mcpServers:
  - name: SQLite MCP   # the database
    command: npx
    args:
      - "-y"
      - "mcp-sqlite"
    env:
      LEVEL: info
    connectionTimeout: 10000
  - name: Remote
    type: streamable-http
    url: https://example.com/mcp
    connectionTimeout: 5000
  - command: uvx
    # after its command
    args: [mcp-server-fetch]
    name: unnamed-first
  - {name: flow, command: x, args: [y]}
  - uses: acme/hub-server
docs:
  - name: Docs
`,
  },
  {
    id: 'cline',
    labels: ['local-server', 'remote-server'],
    text: `{
  "mcpServers": {
    "local-server": {
      "command": "node",
      "args": ["/path/to/server.js"],
      "env": {
        "API_KEY": "your_api_key"
      },
      "alwaysAllow": ["tool1", "tool2"],
      "disabled": false
    },
    "remote-server": {
      "type": "streamableHttp",
      "url": "https://your-server-url.com/mcp",
      "headers": {
        "Authorization": "Bearer your-token"
      },
      "timeout": 60,
      "disabled": true
    }
  }
}
`,
  },
  {
    id: 'fast-agent',
    labels: ['fetch', 'hf', 'flow'],
    text: `default_model: sonnet
logger: {type: file, level: error}
mcp:
  # written out
  servers:
    fetch:
      command: "uvx"
      args: ["mcp-server-fetch"]   # reads pages
      read_timeout_seconds: 30
    hf:
      transport: http
      url: "https://huggingface.co/mcp"
      headers:
        Authorization: "Bearer 0123456789"
      load_on_start: false

    flow: {transport: stdio, command: npx, args: [x]}
  targets:
    - name: short
      target: "uvx mcp-server-time"
`,
  },
  {
    id: 'lm-studio',
    labels: ['hf-mcp-server'],
    text: `{
  "mcpServers": {
    "hf-mcp-server": {
      "url": "https://huggingface.co/mcp",
      "headers": {
        "Authorization": "Bearer 0123456789"
      }
    }
  }
}`,
  },
  {
    id: 'kiro',
    labels: ['local-server-name', 'remote-server-name'],
    text: `{
  "mcpServers": {
    "local-server-name": {
      "command": "command-to-run-server",
      "args": ["arg1", "arg2"],
      "env": { "ENV_VAR1": "hard-coded-variable" },
      "disabled": false,
      "autoApprove": ["tool_name1", "tool_name2"],
      "disabledTools": ["tool_name3"]
    },
    "remote-server-name": {
      "url": "https://endpoint.to.connect.to",
      "headers": { "HEADER1": "value1-of-it" },
      "disabled": false
    }
  }
}
`,
  },
  {
    id: 'amazon-q',
    labels: ['awslabs.cdk-mcp-server', 'remote'],
    text: `{
  "name": "default",
  "mcpServers": {
    "awslabs.cdk-mcp-server": {
      "command": "uvx",
      "args": ["awslabs.cdk-mcp-server@latest"],
      "env": { "FASTMCP_LOG_LEVEL": "ERROR" },
      "timeout": 120000
    },
    "remote": { "type": "http", "url": "https://example.com/mcp" }
  },
  "tools": ["*"],
  "useLegacyMcpJson": true
}
`,
  },
  {
    id: 'junie',
    labels: ['postgres'],
    text: `{
    "mcpServers": {
        "postgres": {
            "command": "npx",
            "args": ["-y", "@modelcontextprotocol/server-postgres", "postgresql://localhost/mydb"],
            "env": {},
            "enabled": true
        }
    }
}
`,
  },
];
