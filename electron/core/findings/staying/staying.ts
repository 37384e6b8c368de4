import type { FindingSeverity } from '../../../../shared/model/findings.ts';
import {
  loadedWrites,
  addsDownload,
  addsUsualStart,
  isUsualStart,
  isWellKnown,
} from '../knowledge/loaded-files.ts';
import { namedWrites, writesOf } from '../knowledge/file-use.ts';
import { unlessAsked } from '../knowledge/asked-first.ts';
import { isAbout, perDocument } from '../knowledge/about.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import type { RuleDocument } from '../document.ts';
import {
  declaredGrants,
  grantsAccess,
  masterSecret,
  plainSecret,
} from '../knowledge/granted-access.ts';
import { wordsOf } from '../knowledge/programs.ts';
import { inCode, inFiles, isFenced } from '../reading/phrases.ts';

type Use = ReturnType<typeof writesOf>[number];

const places = pattern(
  [
    '/cron',
    'systemd',
    'launchagents',
    'launchdaemons',
    'autostart',
    'startup',
    '/etc/init.d',
    'rc.local',
    'dispatcher.d',
    'pacman.d',
    'libalpm',
    '/etc/periodic',
    'if-up.d',
    'ip-up.d',
    'system-sleep',
    'pm/sleep',
    'xsession',
    'startupitems',
    'emond.d',
    'dbus-1/services',
    'plasma-workspace',
    'shell:startup',
    'start menu',
    '/etc/acpi',
    'anacrontab',
  ],
  String.raw`/NetworkManager/dispatcher\.d|` +
    String.raw`/etc/pacman\.d/hooks|/libalpm/hooks|/etc/periodic/|/if-up\.d/|/ip-up\.d/|` +
    String.raw`/system-sleep/|/pm/sleep\.d|Xsession\.d/|/StartupItems/|` +
    String.raw`/emond\.d/|dbus-1/services/|plasma-workspace/(?:env|` +
    String.raw`shutdown)|\bshell:startup\b|Start Menu\\{1,2}Programs\\{1,2}Startup|/etc/acpi/|` +
    String.raw`/etc/anacrontab|/etc/cron(?:tab|\.\w+)|/var/spool/cron|(?:/etc/systemd` +
    String.raw`|/lib/systemd|` +
    String.raw`\.config/systemd)/\w+|Library/Launch(?:Agents|Daemons)|\.config/autostart|` +
    String.raw`Programs\\{1,2}Startup|/etc/init\.d/|/etc/rc\.local`,
);
/**
 * What Windows starts on its own, where a program, a file of its registry or a subscription sets it:
 * `AutoRun` of every prompt, debuggers of other programs, consumers of events.
 */
const runValues = pattern(
  [
    'currentversion',
    'command processor',
    'image file execution',
    '__eventfilter',
    'eventconsumer',
    'initmprlogonscript',
  ],
  String.raw`\bCurrentVersion\\{1,4}Run(?:Once)?\b[\s\S]{0,200}?\b(?:SetValue(?:Ex)?|` +
    String.raw`RegSetValue\w*|RegWrite|set_value)\b|` +
    String.raw`^\[HKEY_[^\]\n]{0,200}(?:CurrentVersion\\{1,2}Run(?:Once)?|Command Processor|` +
    String.raw`Image File Execution Options\\[^\]\n]{1,60}|CurrentVersion\\{1,2}Winlogon)\]|` +
    String.raw`\b__EventFilter\b|\b(?:CommandLine|ActiveScript)EventConsumer\b|` +
    String.raw`\bUserInitMprLogonScript\b`,
);
const runKey =
  /CurrentVersion\\+(?:Run|Winlogon|Image File Execution Options)|Command Processor|UserInitMprLogonScript|AppInit_DLLs|Active Setup|SilentProcessExit/i;

/** K01. */
export const scheduled = rule({
  id: 'K01',
  family: 'staying',
  severity: 'high',
  title: 'Schedules a program to run again',
  why: 'A scheduled or startup program keeps running after the skill is gone.',
  confusedWith:
    'Skills that manage servers set up services on purpose. Enabling one by name is rated ' +
    'medium.',
  *look(document) {
    const isDeclared = isAbout(
      document,
      /\b(?:systemd|services?|units?|timers?|cron\w*|schedul\w*|daemons?|launch(?:d|agents?|daemons?)|nightly|hourly|every (?:night|hour)|runners?|firewall\w*|iptables)\b/i,
    );
    const weighed = (use: Use, severity: FindingSeverity): RuleHit => {
      const asked = unlessAsked(document, use, severity);
      return at(use, {
        severity: !isDeclared ? asked : asked === 'high' ? 'medium' : 'low',
      });
    };
    for (const command of document.commands) {
      const severity = weight(command);
      if (severity !== null) yield weighed(command, severity);
    }
    for (const match of inFiles(document, runValues)) yield weighed(match, 'high');
    for (const place of namedWrites(document, places)) yield weighed(place, 'high');
    const told = document.commands.filter((command) => weight(command) !== null);
    for (const use of writesOf(document, places))
      if (!told.some(({ start }) => start === use.start))
        yield weighed(use, isModest(use) ? 'medium' : 'high');
  },
});

/** A service whose text is right there and which gives its rights away. */
const isModest = (use: object): boolean => {
  const unit = 'heredoc' in use ? ((use as ShellCommand).heredoc?.text ?? '') : '';
  return (
    /^User=(?!root\b|0\b)\S/m.test(unit) &&
    !/^Exec\w*=.*(?:\bsh -l?c\b|\bcurl\b|\bwget\b|base64|\/tmp\/|\/dev\/shm|\/\.)/m.test(unit)
  );
};

function weight({ name, args }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  const [first = ''] = words;
  switch (name) {
    case 'crontab':
      if (words.length === 0 || words.some((word) => /^-[a-z]*l$/.test(word))) return null;
      return words.some((word) => /^-[a-z]*r$/.test(word)) ? 'medium' : 'high';
    case 'at':
      return words.some((word) => /^(?:now|tomorrow|\d{1,2}:\d\d)$/.test(word)) ? 'high' : null;
    case 'systemctl':
      if (!words.some((word) => /^(?:enable|--now)$/.test(word))) return null;
      return words.filter((word) => !/^(?:-.*|enable|re?start)$/.test(word)).every(isWellKnown)
        ? 'low'
        : words.includes('disable')
          ? null
          : 'medium';
    case 'launchctl':
      return /^(?:load|bootstrap|submit|enable)$/.test(first) ? 'high' : null;
    case 'schtasks':
      return words.some((word) => /^\/create$/i.test(word)) ? 'high' : null;
    case 'register-scheduledtask':
    case 'register-scheduledjob':
    case 'register-wmievent':
      return 'high';
    case 'reg':
    case 'new-itemproperty':
    case 'set-itemproperty':
      return words.some((word) => runKey.test(word)) && !/^query$/i.test(first) ? 'high' : null;
    case 'systemd-run':
      return words.some((word) => word.startsWith('--on-')) ? 'high' : null;
    default:
      return null;
  }
}

const files = pattern(
  [
    'rc',
    'profile',
    '.bash_login',
    '.bash_aliases',
    '.zshenv',
    '.zlogin',
    '/etc/environment',
    'config.fish',
  ],
  String.raw`(?:^|[/\\"'\s~])\.(?:bashrc|bash_profile|bash_login|bash_aliases|profile|zshrc|` +
    String.raw`zshenv|zprofile|zlogin|kshrc|cshrc|tcshrc)\b|/etc/(?:profile(?:\.d/\S*)?|` +
    String.raw`bash\.bashrc|environment)\b|\bconfig\.fish\b|^\$\{?PROFILE\b|` +
    String.raw`\bMicrosoft\.PowerShell_profile\.ps1`,
);
/** A prompt of its own for a password, under the name of the program that asks for it. */
const falsePrompts = pattern(
  ['sudo', 'doas', 'passwd', 'ssh', 'su', 'gpg'],
  String.raw`^[ \t]*(?:function[ \t]+)?(?:sudo|doas|su|passwd|ssh|gpg)[ \t]*\(\)[ ` +
    String.raw`\t]*\{[\s\S]{0,600}?\bread[ \t]+(?:-\w+[ \t]+)*-\w*s`,
);
const shadowed =
  /^(?:ls|cd|cat|git|sudo|ssh|su|npm|pip|python3?|node|curl|docker|kubectl|brew|apt|rm|passwd|gpg)=/;
/** Links from somebody's own collection of settings, which is there to be linked. */
const isDotfiles = (document: RuleDocument): boolean =>
  isAbout(document, /\bdotfiles\b/i) ||
  (document.kind.kind !== 'markdown' && /\bdotfiles\b/i.test(document.text));
/** A link whose own command names them: what else a text says of dotfiles, an attacker can write. */
const linksDotfiles = (document: RuleDocument, use: Use): boolean =>
  'name' in use &&
  use.name === 'ln' &&
  isDotfiles(document) &&
  /\bdotfiles\b/i.test(document.text.slice(use.start, use.end));

/** K02. */
export const shellStart = rule({
  id: 'K02',
  family: 'staying',
  severity: 'high',
  title: 'Changes shell startup files',
  why: 'Every new terminal reads the added line, which can replace `sudo` or `git`.',
  confusedWith: 'Installers that add a folder to PATH. Such a line is rated low.',
  *look(document) {
    const { text, commands } = document;
    const isShell = isAbout(
      document,
      /\b(?:zsh|bash|fish|shells?|powershell|dotfiles|terminal|prompt|aliases|logins?|wsl)\b/i,
    );
    for (const place of namedWrites(document, files)) yield at(place);
    for (const use of writesOf(document, files)) {
      const next = text.indexOf('\n', use.end);
      const line = text.slice(
        text.lastIndexOf('\n', use.start) + 1,
        next === -1 ? text.length : next,
      );
      const isUsual = (isUsualStart(line) && !addsDownload(use)) || addsUsualStart(use);
      // Whoever asks for a change of the shell, and is asked about it, expects it.
      const isLinked = linksDotfiles(document, use);
      const asked = unlessAsked(document, use, 'high');
      const severity = isUsual ? 'low' : isLinked ? 'medium' : asked;
      yield at(use, { severity: isShell && !isLinked && severity === 'medium' ? 'low' : severity });
    }
    for (const match of inCode(document, falsePrompts)) yield at(match);
    for (const { name, args, start, end, part } of commands) {
      const shadows = name === 'alias' && args.some((word) => shadowed.test(word.text));
      // `alias ls='ls --color'` only adds flags to the same program.
      const same = /alias\s+(\w+)=["']?\1\b/.test(text.slice(start, end));
      if (shadows && !same && part.from === 'script')
        yield at({ start, end }, { severity: 'medium' });
    }
  },
});

const python = pattern(
  ['sitecustomize', 'usercustomize', '.pth', 'site-packages'],
  String.raw`\b(?:site|user)customize\.py\b|\.pth\b["']?$|site-packages/[\w.$-]*\.pth\b`,
);
const editors = pattern(
  ['.vscode', '.idea', '.devcontainer', '.envrc', '.code-workspace', 'mise.toml', '.zed'],
  String.raw`\.vscode[/\\](?:tasks|settings|launch)\.json|\.idea[/\\]|\.devcontainer\b|\.envrc\b|` +
    String.raw`\.code-workspace\b|\.?mise\.toml\b|\.zed[/\\]`,
);
const loginItems = pattern(
  ['login item', 'smloginitem', 'loginwindow'],
  String.raw`\bmake\s+(?:new\s+)?login\s+item\b|\bSMLoginItemSetEnabled\b|` +
    String.raw`\bloginwindow\s+(?:LoginHook|AutoLaunch\w+)\b`,
);
const opening = pattern(['folderopen'], String.raw`"runOn"\s*:\s*"folderOpen"`);

/** K07. */
export const ownStart = rule({
  id: 'K07',
  family: 'staying',
  severity: 'high',
  title: 'Makes other programs run something when they start',
  why:
    'Python, editors and the desktop run some files whenever they start or open a folder. What ' +
    "is put there runs long after the skill's own task.",
  confusedWith:
    "A template with a project's own editor settings is rated medium, unless a task starts on " +
    'its own.',
  *look(document) {
    const { text, kind, path } = document;
    for (const use of writesOf(document, python)) if (!isRemoval(use)) yield at(use);
    const inText = kind.kind === 'markdown';
    for (const use of loadedWrites(document))
      if (!isRemoval(use)) yield at(use, inText ? { severity: 'medium' } : {});
    const starts = opening.test(text);
    const isDeclared = isAbout(
      document,
      /\b(?:direnv|envrc|dev ?containers?|codespaces|vs ?code|editors?|workspaces?|mise|zed|intellij|jetbrains)\b/i,
    );
    for (const use of writesOf(document, editors))
      if (!isRemoval(use))
        yield at(use, {
          severity: unlessAsked(document, use, starts ? 'high' : isDeclared ? 'low' : 'medium'),
        });
    if (kind.kind === 'data' && /(?:^|\/)\.vscode\/|\.code-workspace$/.test(path))
      for (const match of opening.all(text)) yield at(match);
    if (kind.kind === 'markdown')
      for (const match of opening.all(text)) if (isFenced(document, match.start)) yield at(match);
    for (const match of inCode(document, loginItems)) yield at(match);
  },
});

const isRemoval = (use: object): boolean =>
  ('name' in use && /^(?:rm|touch|mkdir|unlink|chmod)$/.test(String(use.name))) ||
  ('callee' in use && /(?:unlink|remove|rmSync|rmtree|unlinkSync)$/.test(String(use.callee)));

const hookFiles = pattern(
  ['.git/', '.git\\', '.gitconfig', 'git/config'],
  String.raw`\.git[/\\](?:hooks[/\\][\w-]+|config\b|info[/\\]attributes)|\.gitconfig\b|` +
    String.raw`\.config/git/config\b`,
);
const settings =
  /^(?:core\.(?:hooksPath|sshCommand|fsmonitor|askPass|gitProxy|editor|pager)|include(?:If)?\..*|filter\..*|diff\..*\.(?:command|textconv)|merge\..*\.driver|credential\.(?:.*\.)?helper|init\.templateDir|gpg\.program|url\..*\.insteadOf)$/i;
/** Settings in every guide: editors, pagers and the system keychain. */
const ordinary =
  /^["']?(?:true|false|vim?|nvim|nano|emacs|code\b.*|subl\b.*|less\b.*|delta|cat|(?:\S*\/)?(?:git-credential-)?(?:osxkeychain|manager(?:-core)?|libsecret|gnome-keyring|oauth)|store|cache\b.*|wincred|libsecret|gpg2?|.*gh auth git-credential|\.husky(?:\/_)?|\.githooks|ssh:\/\/git@.*|git@.*)["']?$/;

/** K03. */
export const gitHooks = rule({
  id: 'K03',
  family: 'staying',
  severity: 'high',
  title: 'Makes git run a program',
  why:
    'Hooks, filters and some settings start a program whenever you use git, in this ' +
    'repository or in all of them.',
  confusedWith:
    'Husky and similar tools install hooks on purpose. Editors and keychains are ignored.',
  *look(document) {
    const set = document.commands.filter(setsProgram);
    for (const command of set) yield at(command);
    const isDeclared =
      isAbout(document, hooks) || (document.kind.kind !== 'markdown' && hooks.test(document.path));
    const uses = writesOf(document, hookFiles);
    for (const use of uses) {
      if (set.some(({ start }) => start === use.start) || isEmptyWrite(use)) continue;
      // What it makes executable, another line wrote.
      if (isMode(use) && uses.some((one) => !isMode(one))) continue;
      const isKnown = isOwnHook(document, use) && (isDeclared || keepsOthers(document, use));
      const isLinked = linksDotfiles(document, use);
      yield at(use, {
        confidence: 'medium',
        severity: isKnown
          ? 'low'
          : unlessAsked(document, use, isDeclared || isLinked ? 'medium' : 'high'),
      });
    }
  },
});

const isMode = (use: object): boolean => 'name' in use && use.name === 'chmod';

const hooks =
  /\b(?:(?:git|pre-?commit|pre-?push|commit(?:-?msg)?)[- ])?hooks?\b|\bhusky\b|\blint-?staged\b/i;

/** A hook whose text is in the skill, where other rules read it. */
function isOwnHook(document: RuleDocument, use: Use): boolean {
  if ('heredoc' in use && use.heredoc !== null) return true;
  if ('args' in use && 'redirects' in use) {
    const words = (use as ShellCommand).args.map((word) => word.text);
    const [from = ''] = words.filter((word) => !/^-|^[0-7]{3,4}$/.test(word));
    return /^["']?(?:(?:\.\/)?(?:[\w-]+\/){0,4}[\w.-]+|\$\{?(?:CLAUDE_)?SKILL_\w+\}?\/\S+)["']?$/.test(
      from,
    );
  }
  return knowsItsFolder(document);
}

const knowsItsFolder = perDocument(({ text }) =>
  /\b__file__\b|\b__dirname\b|import\.meta|\$PSScriptRoot/.test(text),
);

/** Whether a script looks for a hook that is there already, and leaves it or calls it. */
const keepsOthers = ({ text, kind }: RuleDocument, { start }: Use): boolean =>
  kind.kind !== 'markdown' &&
  /(?:\[\[?\s*!?\s*-[efxs]\s[^\n]{0,80}(?:hook|pre-|commit-|post-|dst|dest|target)|\.exists\(\)|existsSync\(|Test-Path\s)/i.test(
    text.slice(Math.max(0, start - 4_000), start),
  );

/** It only creates or removes the file. */
const isEmptyWrite = (use: object): boolean =>
  'name' in use && /^(?:touch|rm|mkdir|unlink)$/.test(String(use.name));

function setsProgram({ name, args }: ShellCommand): boolean {
  if (name !== 'git') return false;
  const words = args.map(({ text }) => text);
  const inline = words.indexOf('-c');
  const given = /^([^=]+)=([\s\S]*)$/.exec(inline === -1 ? '' : (words[inline + 1] ?? ''));
  if (given !== null)
    return (
      /^core\.(?:sshCommand|fsmonitor|hooksPath)$/i.test(given[1] ?? '') && isProgram(given[2])
    );
  if (words[0] !== 'config') return false;
  if (words.some((word) => /^--(?:get|unset|list|get-all|remove-section)/.test(word))) return false;
  const [key = '', value = ''] = words
    .slice(1)
    .filter((word) => !word.startsWith('-') && word !== 'set' && word !== 'add');
  if (/^alias\./i.test(key)) return /^["']?!/.test(value);
  // `url.git@host:.insteadOf https://host/`: another way to the same host.
  const host = /^["']?https?:\/\/([\w.-]+)/.exec(value)?.[1];
  const other = /^url\.["']?(?:[\w+]+:\/\/)?(?:[\w.-]+@)?([\w.-]+)/i.exec(key)?.[1];
  if (host !== undefined && host === other) return false;
  return settings.test(key) && isProgram(value);
}

const isProgram = (value = ''): boolean =>
  value !== '' && value !== '/dev/null' && !ordinary.test(value);

const accountFiles = pattern(
  [
    'authorized_keys',
    '/etc/sudoers',
    '/etc/passwd',
    '/etc/shadow',
    'ca-certificates',
    '/etc/pam.d',
    'sshd_config',
    'trust/anchors',
  ],
  String.raw`authorized_keys2?\b|/etc/(?:sudoers(?:\.d/\S*)?|passwd|shadow|pam\.d/\S+|` +
    String.raw`ssh/sshd_config)(?:\b|$)|ca-certificates/\S+|trust/anchors\b`,
);

const clouds =
  /\b(?:iam|rbac|permissions?|roles?|cloud|aws|gcp|azure|terraform|kubernetes|deploy\w*|provision\w*|cluster|infrastructure|collaborators?|maintainers?|release|publish\w*)\b/i;

/** A key to sign with, which opens nothing, or the one that this machine has already. */
const isOwnKey =
  /^ssh-key add\b(?:(?:(?!--title|-t\b).)*--type[ =]signing\b| ["']?(?:~|\$HOME)\/\.ssh\/id_\w+\.pub\b)/;

/** Rights in clouds and forges, and a password of its own in a program that checks them. */
function* accessToOthers(document: RuleDocument, isDeclared: boolean): Generator<RuleHit> {
  const { commands, kind, code, text } = document;
  const isGuide = kind.kind === 'markdown' && (isDeclared || isAbout(document, clouds));
  const severity: FindingSeverity = isGuide ? 'medium' : 'high';
  for (const command of commands)
    if (grantsAccess(command))
      yield at(command, { severity: isOwnKey.test(wordsOf(command)) ? 'low' : severity });
  for (const match of inFiles(document, declaredGrants)) yield at(match, { severity });
  for (const { from, language, start, end } of code) {
    if (from !== 'script' || language === 'bash') continue;
    for (const match of text.slice(start, end).matchAll(masterSecret)) {
      const index = start + match.index;
      if (!plainSecret.test(match[1] ?? ''))
        yield at({ start: index, end: index + match[0].length }, { severity: 'high' });
    }
  }
}

/** Users of a database who may do anything, from anywhere or with a password that all know. */
const databaseAccounts = pattern(
  ['superuser', 'grant ', 'sysadmin', 'createuser', 'acl setuser'],
  String.raw`\b(?:CREATE|ALTER)\s+(?:ROLE|USER)\s+[^;]{0,200}\bSUPERUSER\b` +
    String.raw`|\bGRANT\s+ALL(?:\s+PRIVILEGES)?\s+ON\s+\*\.\*\s+TO\s+['"\x60]?(?:[^r\s'"\x60][^\s'"\x60@]*|r[^o\s'"\x60@][^\s'"\x60@]*)['"\x60]?@['"\x60]?%|\bALTER\s+SERVER\s+ROLE\s+\[?sysadmin\]?\s+ADD\s+MEMBER\b|\bsp_addsrvrolemember\b[^;\n]{0,80}\bsysadmin\b|\bGRANT\s+(?:DBA|SYSDBA)\s+TO\b|\bcreateUser\([^)]{0,300}\brole["']?\s*:\s*["'](?:root|userAdminAnyDatabase|__system)\b|\bACL\s+SETUSER\s+\S+\s+on\s[^\n]{0,80}\+@all\b`,
);

/** K08. */
export const accounts = rule({
  id: 'K08',
  family: 'staying',
  severity: 'critical',
  title: 'Grants lasting access to others',
  why:
    'An added key, user or certificate authority opens this machine, or everything it reads, ' +
    'to other people.',
  confusedWith:
    'Manual server setup does the same, so this is rated high in a document, and medium in one ' +
    'that says it is about accounts or certificates.',
  *look(document) {
    const inText = document.kind.kind === 'markdown';
    const isDeclared = isAbout(
      document,
      /\b(?:accounts?|ssh|sudo|onboard\w*|offboard\w*|(?:set up|provision\w*|harden\w*|administer\w*|manage) (?:\w+ ){0,3}servers?|system administration|certificat\w*|tls)\b/i,
    );
    for (const command of document.commands) {
      const severity = weightOfAccount(command);
      if (severity !== null)
        yield at(command, {
          severity:
            inText && severity !== 'medium'
              ? unlessAsked(document, command, isDeclared ? 'medium' : 'high')
              : severity,
        });
    }
    yield* accessToOthers(document, isDeclared);
    const isDatabase = isAbout(document, /\b(?:databases?|sql|postgres\w*|mysql|mongo\w*|dba)\b/i);
    for (const match of inFiles(document, databaseAccounts))
      yield at(match, { severity: isDatabase ? 'medium' : 'high' });
    for (const place of namedWrites(document, accountFiles)) yield at(place);
    for (const use of writesOf(document, accountFiles)) {
      // What a pipe brings is on the same line.
      const line = document.text.lastIndexOf('\n', use.start) + 1;
      const source = document.text.slice(line, use.end).replaceAll('\\n', '\n');
      const hasKey = /\bAAAA[A-Za-z0-9+/]{20,}/.test(source);
      if (isRemoval(use) || (!hasKey && isStricter(source))) yield at(use, { severity: 'low' });
      else yield at(use, inText ? { severity: isDeclared && !hasKey ? 'medium' : 'high' } : {});
    }
  },
});

/** Settings of a server for shells that only take rights away. */
const isStricter = (source: string): boolean =>
  /sshd_config/.test(source) &&
  /\b(?:PasswordAuthentication|PermitRootLogin|PermitEmptyPasswords|X11Forwarding|AllowTcpForwarding|KbdInteractiveAuthentication)\s+no\b/i.test(
    source,
  ) &&
  !/\b(?:PasswordAuthentication|PermitRootLogin|PermitEmptyPasswords)\s+yes\b|AuthorizedKeys|ForceCommand|Match\s/i.test(
    source,
  );

function weightOfAccount({ name, args }: ShellCommand): FindingSeverity | null {
  const words = args.map(({ text }) => text);
  const has = (word: RegExp): boolean => words.some((one) => word.test(one));
  switch (name) {
    case 'usermod':
      return has(/^(?:sudo|wheel|admin|root)$/) ? 'critical' : null;
    case 'useradd':
    case 'adduser':
      // Nobody can sign in as a user of a service.
      if (has(/(?:^|\/|=)(?:nologin|false)$|^--disabled-login$/)) return null;
      return has(/^(?:-r|--system|--no-create-home|-S)$/) ? null : 'high';
    case 'net':
      return has(/^(?:user|localgroup)$/i) && has(/^\/add$/i) ? 'critical' : null;
    case 'update-ca-certificates':
    case 'update-ca-trust':
      return 'high';
    case 'security':
      return words[0] === 'add-trusted-cert' ? 'high' : null;
    case 'certutil':
      return has(/^-addstore$/i) ? 'high' : null;
    case 'import-certificate':
      return has(/Root["']?$/i) ? 'high' : null;
    case 'keytool':
      return has(/^-import(?:cert)?$/) && has(/cacerts/) ? 'high' : null;
    case 'trust':
      return has(/^anchor$/) ? 'high' : null;
    default:
      return null;
  }
}
