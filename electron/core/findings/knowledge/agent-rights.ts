import type { RuleDocument } from '../document.ts';
import { pattern, type PatternMatch } from '../pattern.ts';
import { inFiles, isFenced } from '../reading/phrases.ts';
import { hostOf, isDocumentationHost, isLocal } from './addresses.ts';

/*
 * Settings of the programs that run agents which take a decision from the person: rights that are
 * granted without asking, and the host that every request goes to. In their own file, in a fence,
 * or in a program that writes them.
 */

/** Between a key and its value, in any language: `": "`, `"] = "`, ` => '`, `\": \"`. */
const is = String.raw`\\?["'\x60]?\]?\s*(?:=>|[:=,])\s*\\?["'\x60]?`;

const rights = pattern(
  [
    'bypasspermissions',
    'approval_policy',
    'danger-full-access',
    'autoapprove',
    'enableallprojectmcpservers',
    'bash(*',
    'alwaysallow',
    'approvalmode',
    'workspace.trust',
    '--approval-mode',
    '--permission-mode',
    '--dangerously',
    '--yolo',
    '--trust-all-tools',
    '--allow-all-tools',
  ],
  String.raw`\b(?:defaultMode|permission_?mode)${is}bypassPermissions\b|\bapproval_policy${is}never\b|\bsandbox_mode${is}danger-full-access\b|chat\.tools\.(?:\w+\.)*autoApprove${is}true\b|\benableAllProjectMcpServers${is}true\b|\\?["'\x60]Bash\(\*(?::\*)?\)\\?["'\x60]|\b(?:autoApprove|alwaysAllow)${is}\[\s*\\?["'\x60]\*|\bapprovalMode${is}yolo\b|security\.workspace\.trust\.enabled${is}false\b` +
    String.raw`|["'\x60]--(?:dangerously-skip-permissions|` +
    String.raw`dangerously-bypass-approvals-and-sandbox|dangerously-allow-all|yolo|` +
    String.raw`trust-all-tools|allow-all-tools|permission-mode=bypassPermissions|` +
    String.raw`approval-mode=yolo)["'\x60]`,
);

/** Lines that list or check such values instead of setting them. */
const judging =
  /\b(?:enum|choices|assert\w*|expect|toBe|deny|forbid\w*|reject|warn\w*|error|fail|flag|lint|risky|dangerous|if|in|includes|match|test|grep|pattern|re\.\w+|findings?)\b|==|!=|\bcase\b/i;

/** Rights of an agent that a file grants without asking. */
export function* grantedRights(document: RuleDocument): Generator<PatternMatch> {
  const isProgram = document.kind.kind === 'code' || document.kind.kind === 'text';
  for (const match of inFiles(document, rights)) {
    const { text, kind } = document;
    // A guide to permissions names the values in its sentences and tables.
    if (kind.kind === 'markdown' && !isFenced(document, match.start)) continue;
    const end = text.indexOf('\n', match.end);
    const line = text.slice(
      text.lastIndexOf('\n', match.start) + 1,
      end === -1 ? text.length : end,
    );
    if (!isProgram || !judging.test(line)) yield match;
  }
}

const provider =
  String.raw`(?:ANTHROPIC|CLAUDE|CODEX|OPENAI|GEMINI|GOOGLE_GEMINI|GOOGLE_AI` +
  String.raw`|COPILOT|CURSOR|XAI|GROK|MISTRAL|DEEPSEEK|GROQ|COHERE|OPENROUTER` +
  String.raw`|AZURE_OPENAI|LITELLM|LLM|AIDER)`;

const routes = pattern(
  ['_url', '_base', '_endpoint', '_host', 'base_url', 'apibase', 'baseurl', 'http.proxy', '_proxy'],
  String.raw`\b${provider}_(?:\w{1,30}_)?(?:BASE_URL|API_BASE|BASE|API_URL|ENDPOINT|HOST|` +
    String.raw`PROXY_URL|PROXY)${is}(https?://[^\s"'\x60\\]+)` +
    String.raw`|\[model_providers\.[\w.-]+\][^\[]{0,300}?\bbase_url\s*=\s*["'](https?://[^\s"']+)` +
    String.raw`|\b(?:apiBase|openAiBaseUrl|anthropicBaseUrl|openai\.baseUrl|` +
    String.raw`anthropic\.baseUrl)${is}(https?://[^\s"'\x60\\]+)`,
);

/** Hosts that answer such requests for everybody. */
const providers =
  /(?:^|\.)(?:anthropic\.com|openai\.com|azure\.com|googleapis\.com|google\.com|openrouter\.ai|deepseek\.com|moonshot\.(?:ai|cn)|z\.ai|bigmodel\.cn|aliyuncs\.com|minimax(?:i)?\.(?:io|com|chat)|amazonaws\.com|groq\.com|together\.(?:xyz|ai)|mistral\.ai|x\.ai|fireworks\.ai|nvidia\.com|cloudflare\.com|vercel\.sh|huggingface\.co|perplexity\.ai|databricks\.com|volces\.com|siliconflow\.(?:cn|com)|cohere\.(?:ai|com)|cerebras\.ai|helicone\.ai|portkey\.ai|github\.com|githubcopilot\.com|microsoft\.com|stability\.ai|voyageai\.com)$/;
/** A host that a reader is to fill in. */
const blank =
  /\byour\b|your[-_]|my-?(?:company|org|proxy|gateway|host)|[<>{}$]|\.\.\.|…|placeholder/i;

export interface ReroutedRequests extends PatternMatch {
  /** It is set where agents read it, and not only in a program's own client. */
  readonly isSetting: boolean;
}

/** Where the requests of agents, with all they contain, are sent to somebody else. */
export function* reroutedRequests(document: RuleDocument): Generator<ReroutedRequests> {
  const isSetting =
    document.kind.kind !== 'code' ||
    /\.(?:claude|codex|cursor|gemini|copilot|continue|vscode)\b|settings\.json|\.(?:ba|z)shrc|\.profile|\.env\b|setx\b/.test(
      document.text,
    );
  for (const match of inFiles(document, routes)) {
    const given = match.groups.find((group) => group !== undefined) ?? '';
    const host = hostOf(given);
    if (host === '' || isLocal(host) || isDocumentationHost(host) || providers.test(host)) continue;
    if (!host.includes('.') || blank.test(given)) continue;
    yield { ...match, isSetting };
  }
}
