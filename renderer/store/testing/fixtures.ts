import type { LogRow } from '../../../shared/model/log.ts';
import type { AppSnapshot } from '../../../shared/contract.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { defaultSettings } from '../../../shared/model/plain.ts';
import type { Operation } from '../../../shared/model/operation.ts';
import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';

/** Factories for valid contract values; each test states only what matters to it. */
export function aServer(label: string, more: Partial<ServerView> = {}): ServerView {
  return {
    label,
    source: 'stored',
    target: { type: 'http', url: `https://${label}.example/mcp`, headerNames: [] },
    identity: `https://${label}.example/mcp`,
    enabled: true,
    connection: { status: 'ready', protocolVersion: '2026-07-28' },
    facts: null,
    dialects: ['skills-ext'],
    listing: {
      status: 'complete',
      problems: [],
      skills: 0,
      refused: 0,
      pages: 1,
      at: 0,
      ttlMs: null,
    },
    problems: [],
    advice: [],
    strayRecords: 0,
    signIn: { offer: null, way: null, account: null },
    stderr: [],
    ...more,
  };
}

/** No rule inspected anything. */
const noFindings = {
  ...{ critical: 0, high: 0, medium: 0, low: 0, info: 0 },
  ...{ folded: 0, acknowledged: 0, notInspected: 0, files: 0 },
};

export function aSkill(server: string, path: string, more: Partial<SkillRow> = {}): SkillRow {
  return {
    server,
    uri: `skill://${path}/SKILL.md`,
    name: path.split('/').at(-1) ?? path,
    description: `What ${path} does.`,
    dialect: 'skills-ext',
    origin: 'listed',
    standing: { kind: 'undecided' },
    content: 'listed',
    integrity: 'manifest',
    alsoIn: [],
    needsReadAll: false,
    fileCount: 1,
    totalSize: 100,
    identity: `sha256:${'e'.repeat(64)}`,
    setDigest: `sha256:${'a'.repeat(64)}`,
    metadataDigest: `sha256:${'f'.repeat(64)}`,
    record: null,
    checked: { verified: 0, failed: 0, unread: 0, unverifiable: 0, total: 1 },
    requests: { tools: [], declarative: [], settings: [], executables: [] },
    findings: noFindings,
    inspecting: 0,
    sinceDecision: null,
    barredBy: [],
    problems: [],
    ...more,
  };
}

export function aRefusal(
  server: string,
  index: number,
  more: Partial<RefusedEntry> = {},
): RefusedEntry {
  return {
    server,
    index,
    problem: { rule: 'uri-missing', message: 'The entry has no uri.' },
    others: [],
    dialect: 'skills-ext',
    ...more,
  };
}

export function anOperation(more: Partial<Operation> = {}): Operation {
  return {
    operationId: 'one',
    kind: 'verify',
    server: 'acme',
    uri: null,
    status: 'running',
    done: 0,
    total: 10,
    failed: 0,
    message: '',
    stoppable: true,
    startedAt: 0,
    endedAt: null,
    notDone: [],
    undoable: false,
    closed: false,
    ...more,
  };
}

export function aSnapshot(more: Partial<AppSnapshot> = {}): AppSnapshot {
  return {
    seq: 0,
    version: '0.1.0',
    shell: 'browser',
    platform: 'linux',
    sessionConfig: null,
    servers: [],
    skills: [],
    refused: [],
    settings: defaultSettings,
    store: { status: 'ready', path: '/data/approvals.json', revision: 0, records: 0 },
    policy: { status: 'none' },
    waiting: { skills: [], dropped: 0, problem: null },
    operations: [],
    dataFolder: '/data',
    ...more,
  };
}

export const aLogRow = (id: number, part: Partial<LogRow> = {}): LogRow => ({
  id,
  revision: id,
  server: 'acme',
  at: 0,
  kind: 'exchange',
  direction: 'sent',
  method: 'skills/list',
  target: '',
  rpcId: String(id),
  status: 'waiting',
  code: null,
  message: '',
  negotiation: false,
  failedCheck: null,
  byHand: false,
  pinned: false,
  durationMs: null,
  bytes: 10,
  answerBytes: null,
  ...part,
});
