import { hitsOf } from '../knowledge/intent-hits.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { isFenced, phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const consent = String.raw`(?:confirmation|approval|permission|consent)`;
const act = String.raw`(?:run|execute|proceed|continue|delete|remove|apply|go\s+ahead|perform|send|install|commit|push|make|carry\s+on|carry\s+out|do\s+(?:it|this|so)|start|write|overwrite|transfer|submit|publish|post|deploy|call|use|act)`;

const skips = pattern(
  ['confirm', 'approv', 'permission', 'consent', 'safety', 'auto', 'agreed', 'authori', 'grant'],
  String.raw`\b(?:skip|bypass|never|do\s+not|don['’]t|no\s+need\s+to|avoid)\s+(?:\w+\s+){0,2}?(?:ask(?:ing)?|request(?:ing)?|wait(?:ing)?|prompt(?:ing)?|seek(?:ing)?)\s+(?:(?:the\s+)?users?\s+)?(?:for\s+)?(?:the\s+|any\s+)?(?:users?['’]?s?\s+)?${consent}\b` +
    String.raw`|\b${act}\b[^.\n:;|]*?\bwithout\s+(?:ever\s+)?(?:asking|requesting|waiting|prompting|seeking)\s+(?:(?:the\s+)?users?\s+)?(?:for\s+)?(?:the\s+|any\s+)?(?:users?['’]?s?\s+)?${consent}\b` +
    String.raw`|^[ \t>*\d.)-]*(?:always\s+)?(?:skip|bypass|disable|suppress|circumvent)\s+(?:\w+\s+){0,2}?(?:confirmation|approval|permission|consent|safety)\s+(?:prompts?|dialogs?|checks?|requests?|steps?|gates?|questions?)\b` +
    String.raw`|^[ \t>*\d.)-]*(?:always\s+)?(?:auto-?|automatically\s+)(?:approve|accept|confirm|allow|grant)\s+(?:all|any|every|each|the|these|this)\b` +
    String.raw`|\b(?:the\s+)?user\s+(?:has|have)\s+(?:already\s+)?(?:pre-?)?(?:approved|authori[sz]ed|consented\s+to|agreed\s+to|granted)\s+(?:all|any|every|everything)\b`,
);
/** Settings of apps that stop asking, as JSON or TOML. */
const settings = pattern(
  [
    'bypasspermissions',
    'approval_policy',
    'danger-full-access',
    'autoapprove',
    'enableallprojectmcpservers',
    'bash(*',
    'alwaysallow',
    'approvalmode',
    'allowautomatictasks',
    'workspace.trust',
  ],
  String.raw`"(?:defaultMode|permissionMode)"\s*:\s*"bypassPermissions"|\bapproval_policy\s*=\s*"never"|\bsandbox_mode\s*=\s*"danger-full-access"|"chat\.tools\.(?:\w+\.)*autoApprove"\s*:\s*true|"enableAllProjectMcpServers"\s*:\s*true|"Bash\(\*(?::\*)?\)"|"(?:autoApprove|alwaysAllow)"\s*:\s*\[\s*"\*"|"approvalMode"\s*:\s*"yolo"|"security\.workspace\.trust\.enabled"\s*:\s*false`,
);
const agents =
  /^(?:claude|codex|gemini|cursor-agent|copilot|opencode|amp|aider|q|goose|qwen|crush)$/;
const flags =
  /^--?(?:dangerously-skip-permissions|dangerously-bypass-[\w-]+|allow-dangerously-[\w-]+|yolo|full-auto|trust-all-tools|dangerously-allow-all|allow-all-tools|yes-always|permission-mode=bypassPermissions|approval-mode=yolo|ask-for-approval=never)$/;
const installers =
  /^(?:apt|apt-get|dnf|yum|pacman|zypper|brew|choco|winget|conda|npx|npm|pip|pip3)$/;

/** P08. */
export const confirmation = rule({
  id: 'P08',
  family: 'steering',
  severity: 'high',
  title: 'Skips asking for your confirmation',
  why:
    'The prompt before a command is your last chance to say no. Text that removes it decides ' +
    'for you.',
  confusedWith:
    'Documentation of such a setting is ignored. Installers run with `-y` are rated low.',
  *look(document) {
    for (const { name, args, start, end } of document.commands) {
      const words = args.map(({ text }) => text);
      const bypasses =
        words.some((word) => flags.test(word)) ||
        words.some(
          (word, index) => word === '--permission-mode' && words[index + 1] === 'bypassPermissions',
        );
      if (agents.test(name) && bypasses) yield at({ start, end });
      else if (installers.test(name) && words.some((word) => /^-(?:y|-yes)$/.test(word)))
        yield at({ start, end }, { severity: 'low' });
    }
    for (const match of settings.all(document.text))
      if (document.kind.kind === 'data' || isFenced(document, match.start)) yield at(match);
    yield* hitsOf(document, 'skip-consent', [...phrases(document, skips)]);
  },
});
