import { expect, it } from 'vitest';
import { documented } from '../../hosts/hosts.fixture.ts';
import { nowhere } from './missing-values.ts';
import { said } from './testing/said.ts';

/** What is imported from the file of each app that has no other fixture, and what is named. */
it('imports the files that apps document, key by key', () => {
  const others = documented.filter(({ id }) =>
    [
      'copilot',
      'qwen',
      'continue',
      'cline',
      'fast-agent',
      'lm-studio',
      'kiro',
      'amazon-q',
      'junie',
    ].includes(id),
  );
  expect(
    Object.fromEntries(
      others.map(({ id, text }) => [id, said('', text, { ...nowhere, program: id })]),
    ),
  ).toMatchInlineSnapshot(`
    {
      "amazon-q": [
        "awslabs.cdk-mcp-server: stdio {"command":"uvx","args":["awslabs.cdk-mcp-server@latest"],"env":{"FASTMCP_LOG_LEVEL":"ERROR"}}",
        "  left timeout (set the start timeout under Edit)",
        "remote: http {"url":"https://example.com/mcp","headers":{}}",
      ],
      "cline": [
        "local-server: stdio {"command":"node","args":["/path/to/server.js"],"env":{"API_KEY":"your_api_key"}}",
        "  left alwaysAllow (each app decides which tools it may call)",
        "remote-server: http off {"url":"https://your-server-url.com/mcp","headers":{"Authorization":"Bearer your-token"}}",
        "  left timeout (set the start timeout under Edit)",
      ],
      "continue": [
        "SQLite MCP: stdio {"command":"npx","args":["-y","mcp-sqlite"],"env":{"LEVEL":"info"}}",
        "  left connectionTimeout (set the start timeout under Edit)",
        "Remote: http {"url":"https://example.com/mcp","headers":{}}",
        "  left connectionTimeout (set the start timeout under Edit)",
        "unnamed-first: stdio {"command":"uvx","args":["mcp-server-fetch"],"env":{}}",
        "flow: stdio {"command":"x","args":["y"],"env":{}}",
        "mcpServers[4]! neither command nor url",
      ],
      "copilot": [
        "playwright: stdio {"command":"npx","args":["@playwright/mcp@latest"],"env":{}}",
        "  left tools (each app decides which tools it may call)",
        "context7: http {"url":"https://mcp.context7.com/mcp","headers":{"CONTEXT7_API_KEY":"0123456789"}}",
        "  left tools (each app decides which tools it may call)",
      ],
      "fast-agent": [
        "fetch: stdio {"command":"uvx","args":["mcp-server-fetch"],"env":{}}",
        "  left read_timeout_seconds (it only affects tool calls)",
        "hf: http {"url":"https://huggingface.co/mcp","headers":{"Authorization":"Bearer 0123456789"}}",
        "flow: stdio {"command":"npx","args":["x"],"env":{}}",
        "mcp.targets! Not imported: each is a command line in one text; write it as an entry of mcp.servers.",
      ],
      "junie": [
        "postgres: stdio {"command":"npx","args":["-y","@modelcontextprotocol/server-postgres","postgresql://localhost/mydb"],"env":{}}",
      ],
      "kiro": [
        "local-server-name: stdio {"command":"command-to-run-server","args":["arg1","arg2"],"env":{"ENV_VAR1":"hard-coded-variable"}}",
        "  left autoApprove (each app decides which tools it may call)",
        "  left disabledTools (each app decides which tools it may call)",
        "remote-server-name: http {"url":"https://endpoint.to.connect.to","headers":{"HEADER1":"value1-of-it"}}",
      ],
      "lm-studio": [
        "hf-mcp-server: http {"url":"https://huggingface.co/mcp","headers":{"Authorization":"Bearer 0123456789"}}",
      ],
      "qwen": [
        "pythonTools: stdio {"command":"python","args":["-m","my_mcp_server","--port","8080"],"cwd":"/home/me/mcp-servers/python","env":{"LEVEL":"info"}}",
        "  left timeout (set the start timeout under Edit)",
        "http-server: http {"url":"http://localhost:3000/mcp","headers":{}}",
        "sse-server: sse {"url":"http://localhost:8080/sse","headers":{}}",
        "  left includeTools (each app decides which tools it may call)",
      ],
    }
  `);
});
