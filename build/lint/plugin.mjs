import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeDoor } from './doors.mjs';
import { isPure, judgeImport } from './layers.mjs';
import { judgeFileName, judgeTopLevelName, judgeTypeName } from './names.mjs';
import { judgePhrases } from './phrases.mjs';

/** SKILLGATE_LINT_ROOT lets the rules' own tests lint forged projects. */
const root = process.env.SKILLGATE_LINT_ROOT ?? fileURLToPath(new URL('../..', import.meta.url));
const pathOf = (context) => relative(root, context.filename).split(sep).join('/');

const layers = {
  create(context) {
    const file = pathOf(context);
    const check = (source) => {
      if (source === null || source === undefined) return;
      if (source.type !== 'Literal' || typeof source.value !== 'string') {
        if (!file.startsWith('build/'))
          context.report({
            node: source,
            message: 'an import whose target is computed cannot be checked',
          });
        return;
      }
      const message = judgeImport(file, source.value) ?? judgeDoor(file, source.value);
      if (message !== null) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source),
      TSExternalModuleReference: (node) => check(node.expression),
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'require')
          check(node.arguments[0]);
      },
    };
  },
};

const impureGlobals = new Set([
  'process',
  'performance',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'console',
  'crypto',
  'globalThis',
  'navigator',
  'window',
  'document',
  'localStorage',
  'XMLHttpRequest',
  'WebSocket',
]);
const impureImports = new Set([
  'randomBytes',
  'randomUUID',
  'randomInt',
  'randomFillSync',
  'randomFill',
  'getRandomValues',
  'webcrypto',
  'generateKeySync',
  'generateKeyPairSync',
]);

/** Why a reference to a global name is impure here, or null. */
function impurity(identifier) {
  const { name, parent } = identifier;
  if (impureGlobals.has(name)) return name;
  const member =
    parent?.type === 'MemberExpression' && parent.object === identifier
      ? (parent.property.name ?? parent.property.value)
      : null;
  if (name === 'Math' && member === 'random') return 'Math.random';
  if (name === 'Date') {
    if (member === 'now') return 'Date.now';
    if (parent?.type === 'CallExpression' && parent.callee === identifier) return 'Date()';
    if (parent?.type === 'NewExpression' && parent.arguments.length === 0) return 'new Date()';
  }
  return null;
}

const purity = {
  create(context) {
    if (!isPure(pathOf(context))) return {};
    return {
      ImportSpecifier(node) {
        if (node.parent?.source?.value === 'node:crypto' && impureImports.has(node.imported.name)) {
          context.report({
            node,
            message: `the core takes randomness as an argument: ${node.imported.name}`,
          });
        }
      },
      'Program:exit'() {
        const visit = (scope) => {
          for (const reference of scope.references) {
            // Types name shapes, not the running environment.
            if (reference.isTypeReference === true && reference.isValueReference !== true) continue;
            if (reference.resolved !== null && reference.resolved.defs.length > 0) continue;
            const what = impurity(reference.identifier);
            if (what !== null)
              context.report({
                node: reference.identifier,
                message: `the core is pure, it takes this as an argument: ${what}`,
              });
          }
          scope.childScopes.forEach(visit);
        };
        visit(context.sourceCode.scopeManager.globalScope);
      },
    };
  },
};

const mute = new Set(['disabled', 'isDisabled', 'disabledKeys']);

/** Every disabled control must give its `reason`. */
const reasons = {
  create(context) {
    if (!pathOf(context).startsWith('renderer/')) return {};
    return {
      JSXAttribute(node) {
        if (mute.has(node.name.name))
          context.report({ node, message: 'say why it can’t be used: `reason`, or heldProps()' });
      },
    };
  },
};

const names = {
  create(context) {
    const file = pathOf(context);
    if (!/^(?:electron|renderer|shared)\//.test(file) || /\/testing\/|\.fixture\./.test(file))
      return {};
    const report = (node, message) => message !== null && context.report({ node, message });
    const judge = (node) => report(node.id, judgeTypeName(node.id.name));
    return {
      Program(node) {
        report(node.body[0] ?? node, judgeFileName(file));
        let docEnd = null;
        for (const comment of context.sourceCode.getAllComments()) {
          const isDoc = comment.type === 'Block' && comment.value.startsWith('*');
          const follows =
            isDoc &&
            docEnd !== null &&
            // A note about the whole file has a blank line after it.
            /^[^\S\n]*\n?[^\S\n]*$/.test(context.sourceCode.text.slice(docEnd, comment.range[0]));
          report(comment, follows ? 'one doc comment for each declaration' : null);
          docEnd = isDoc ? comment.range[1] : null;
        }
        if (/\.test\./.test(file) || file.includes('/integration/')) return;
        for (const { declaration, ...statement } of node.body) {
          const top = declaration ?? statement;
          const named = top.type === 'VariableDeclaration' ? top.declarations : [top];
          for (const { id } of named)
            if (id?.type === 'Identifier') report(id, judgeTopLevelName(id.name));
        }
      },
      'ExportNamedDeclaration > TSInterfaceDeclaration': judge,
      'ExportNamedDeclaration > TSTypeAliasDeclaration': judge,
      'ExportNamedDeclaration > ClassDeclaration': judge,
    };
  },
};

/** Strings, page text and comments: what people read, on screen and in the code. */
const phrases = {
  create(context) {
    const file = pathOf(context);
    if (!/^(?:electron|renderer|shared)\//.test(file)) return {};
    if (/\/testing\/|\/lint\/|\.(?:test|fixture)\./.test(file)) return {};
    const judge = (node, text) => {
      const message = judgePhrases(text);
      if (message !== null) context.report({ node, message });
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          judge(comment, comment.value.replace(/\s*\n\s*\*?\s*|`[^`]*`/g, ' '));
      },
      // One word alone is a name for the program.
      Literal: (node) =>
        typeof node.value === 'string' && /\s/.test(node.value) && judge(node, node.value),
      TemplateElement: (node) => judge(node, node.value.cooked ?? ''),
      JSXText: (node) => judge(node, node.value.replace(/\s+/g, ' ')),
    };
  },
};

export default { meta: { name: 'skillgate' }, rules: { layers, names, phrases, purity, reasons } };
