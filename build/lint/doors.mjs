import { posix } from 'node:path';

/**
 * The files by which code elsewhere enters a folder. Everything else in it is its own, and can change
 * without a look at anybody else. Tests may look inside.
 */
export const doors = {
  'electron/commands': ['run.ts'],
  'electron/commands/check': ['check-resources.ts'],
  'electron/commands/checking': ['index.ts'],
  'electron/commands/decisions': ['index.ts', 'lock-file.ts'],
  'electron/commands/exchange': ['export-formats.ts', 'index.ts'],
  'electron/commands/findings': ['index.ts', 'report.ts'],
  'electron/commands/hosts': ['exposures.ts', 'index.ts'],
  'electron/commands/policy': ['index.ts'],
  'electron/commands/published': ['documents.ts'],
  'electron/commands/report': ['junit.ts', 'output.ts', 'text.ts'],
  'electron/commands/schema': ['index.ts'],
  'electron/commands/servers': ['index.ts', 'keychain.ts', 'start-text.ts'],
  'electron/core/archive': ['archive.ts', 'read-archive.ts'],
  'electron/core/catalogue': ['related-skills.ts'],
  'electron/core/conformance/checks': ['registry.ts', 'skill-md.ts'],
  'electron/core/dialects/known/sep-2076': ['sep-2076.ts'],
  'electron/core/dialects/known/skills-ext': ['skills-ext.ts'],
  'electron/core/dialects/known/skills-ext-draft': ['skills-ext-draft.ts'],
  'electron/core/import/lines': ['lines.ts'],
  'electron/core/lint': ['lint.ts', 'skill-files.ts'],
  'electron/core/mismatch': ['explain.ts', 'matching-rewrite.ts'],
  'electron/core/start/edit': ['other-targets.ts'],
  'electron/engine/deciding/bundles': ['apply.ts', 'export.ts', 'preview.ts'],
  'electron/engine/link': ['index.ts'],
  'electron/engine/signing-in': ['account.ts', 'sign-in-sessions.ts', 'sign-ins.ts'],
  'electron/engine/waiting': ['queue.ts'],
  'electron/gateway/transport': ['http/server.ts', 'stdio.ts'],
  'electron/gateway/transport/http': ['server.ts'],
  'electron/inspection': ['outside-rules.ts', 'pool.ts'],
  'electron/ipc/handlers': ['handlers.ts'],
  'electron/mcp/sign-in': ['authorizer.ts', 'tokens.ts'],
  'electron/mcp/sign-in/way': ['begin.ts'],
  'electron/sample': ['server.ts'],
  'electron/web': ['connector.ts'],
  'renderer/bridge': ['api.ts', 'credentials.ts', 'page-trail.ts'],
  'renderer/components/FindBar': ['use-find-in-page.tsx'],
  'renderer/components/HexView': ['HexView.tsx'],
  'renderer/components/Icon': ['Icon.tsx'],
  'renderer/components/LongText': ['LongText.tsx'],
  'renderer/components/SplitPane': ['SplitPane.tsx'],
  'renderer/features/approval': ['RefusedPage.tsx', 'SkillPage.tsx', 'many/BulkPane.tsx'],
  'renderer/features/approval/many': ['BulkPane.tsx'],
  'renderer/features/approval/panel': ['DecisionPanel.tsx', 'panel-text.ts', 'use-focus-back.ts'],
  'renderer/features/audit': ['AuditPage.tsx'],
  'renderer/features/exchange': ['ExportBundle.tsx', 'ImportBundle.tsx'],
  'renderer/features/findings': ['FindingsTab.tsx'],
  'renderer/features/frame': ['Frame.tsx', 'use-page-title.ts'],
  'renderer/features/hosts': ['HostsPage.tsx'],
  'renderer/features/log': ['ProtocolDrawer.tsx', 'ProtocolPage.tsx'],
  'renderer/features/log/json': ['JsonTree.tsx'],
  'renderer/features/palette': ['Palette.tsx'],
  'renderer/features/preview': ['FilePane.tsx'],
  'renderer/features/preview/markdown': ['MarkdownPage.tsx'],
  'renderer/features/preview/markdown/links': ['links.ts', 'marks.tsx'],
  'renderer/features/preview/markdown/parse': [
    'markdown-tree.ts',
    'nodes.ts',
    'use-markdown-tree.ts',
  ],
  'renderer/features/preview/mismatch': ['MismatchPane.tsx'],
  'renderer/features/review': ['ReviewPage.tsx'],
  'renderer/features/servers/conformance': ['ConformanceSection.tsx', 'use-report.ts'],
  'renderer/features/servers/sign-in': [
    'AccountSection.tsx',
    'SignInDialog.tsx',
    'sign-in-text.ts',
  ],
  'renderer/features/shortcuts': ['ShortcutSheet.tsx', 'use-keyboard.ts'],
  'renderer/features/tree': ['Tree.tsx'],
  'renderer/features/work': ['WorkStrip.tsx'],
  'renderer/store/actions': ['actions.ts'],
  'shared/confusables': ['imitations.ts', 'writing.ts'],
  'shared/host/node': ['index.ts', 'missing.ts'],
};

/** How many files of other folders are entered by today, where a folder has no doors yet: no more. */
export const mostEntered = {
  'electron/commands/call': 9,
  'electron/commands/skills': 7,
  'electron/core/conformance': 6,
  'electron/core/decisions': 7,
  'electron/core/dialects': 9,
  'electron/core/dialects/forms': 6,
  'electron/core/dialects/known': 10,
  'electron/core/dialects/listing': 4,
  'electron/core/findings': 7,
  'electron/core/frontmatter': 4,
  'electron/core/hosts': 7,
  'electron/core/import': 15,
  'electron/core/import/foreign': 4,
  'electron/core/log': 7,
  'electron/core/log/export': 4,
  'electron/core/policy': 6,
  'electron/core/preview': 5,
  'electron/core/skill-state': 8,
  'electron/core/start': 12,
  'electron/core/verification': 4,
  'electron/engine/catalogue': 7,
  'electron/engine/deciding': 13,
  'electron/engine/findings': 8,
  'electron/engine/hosts': 10,
  'electron/engine/listing': 5,
  'electron/engine/ports': 7,
  'electron/engine/reading': 9,
  'electron/engine/servers': 6,
  'electron/gateway': 9,
  'electron/gateway/policy': 8,
  'electron/gateway/session': 6,
  'electron/ipc': 6,
  'electron/mcp': 5,
  'electron/network': 4,
  'electron/shell': 6,
  'electron/storage': 33,
  'electron/storage/approvals': 7,
  'electron/storage/audit': 4,
  'electron/storage/credentials': 6,
  'electron/storage/disk': 6,
  'electron/storage/folders': 4,
  'electron/storage/hosts': 5,
  'renderer/components/CodeView': 5,
  'renderer/features': 29,
  'renderer/features/preview/content': 5,
  'renderer/features/servers': 8,
  'shared/host': 13,
};

/** Each entered folder: `from` is a file, and so is what it imports, from the project's root. */
export function entered(from, target) {
  const folders = [];
  for (let at = posix.dirname(target); at.includes('/'); at = posix.dirname(at))
    if (!from.startsWith(`${at}/`)) folders.push(at);
  return folders;
}

/** Says which door to take, or null. `specifier` as it stands in the import. */
export function judgeDoor(from, specifier) {
  if (!specifier.startsWith('.') || isOfTests(from)) return null;
  const target = posix.join(posix.dirname(from), specifier);
  for (const folder of entered(from, target)) {
    const known = doors[folder];
    if (known === undefined || known.some((door) => target === `${folder}/${door}`)) continue;
    return `enter ${folder} by ${known.join(' or ')}`;
  }
  return null;
}

export const isOfTests = (file) => /\.test\.|\.fixture\.|\/testing\/|^e2e\/|^build\//.test(file);
