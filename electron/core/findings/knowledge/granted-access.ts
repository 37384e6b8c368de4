import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';

/*
 * Rights that stay with somebody in a cloud, a cluster, a forge or a registry, by every provider's
 * own words, and the ways to switch off what would record it.
 */

type Words = readonly (readonly [program: RegExp, words: RegExp])[];

const grants: Words = [
  [
    /^aws$/,
    /^iam (?:attach-(?:user|role|group)-policy\b.*(?:AdministratorAccess|PowerUserAccess|IAMFullAccess)|(?:create-role|update-assume-role-policy)\b.*arn:aws:iam::(?!123456789012|1111|9999|0000)\d{12}:|create-login-profile\b)/,
  ],
  [
    /^aws$/,
    /^(?:s3api (?:put-bucket-policy\b.*"Principal"\s*:\s*(?:"\*"|\{\s*"AWS"\s*:\s*"\*")|put-bucket-acl\b.*public-read-write)|lambda add-permission\b.*--principal ["']?\*|ec2 authorize-security-group-ingress\b.*(?:--port (?:22|3389)|--protocol (?:all|-1))\b.*0\.0\.0\.0\/0)/,
  ],
  [
    /^gcloud$/,
    /^(?:projects|organizations|folders) add-iam-policy-binding\b(?=.*(?:roles\/(?:owner|editor|iam\.securityAdmin)|allUsers|allAuthenticatedUsers))/,
  ],
  [/^gsutil$/, /^(?:iam ch|acl ch|defacl ch)\b.*all(?:Authenticated)?Users/i],
  [/^az$/, /^role assignment create\b.*--role ["']?(?:Owner|User Access Administrator)\b/],
  [/^(?:kubectl|oc)$/, /^create clusterrolebinding\b.*cluster-admin\b/],
  [
    /^(?:gh|glab)$/,
    /^(?:api\b(?=.*(?:-X|--method)[ =]?PUT)(?=.*\/(?:collaborators|memberships)\/)|(?:repo )?deploy-key add\b.*(?:-w\b|--allow-write|--can-push)|ssh-key add\b(?!\s+["']?[~$\w/{}]*\.ssh\/))/,
  ],
  [/^(?:npm|pnpm|yarn)$/, /^(?:owner add|access grant|npm owner add)\b/],
  [/^(?:gem|cargo)$/, /^owner\b.*(?:-a|--add)\b/],
  [/^(?:heroku|flyctl|fly|vercel)$/, /^(?:access:add|orgs invite|teams? invite)\b/],
  // A way in from outside that stays open.
  [/^ssh$/, /(?:^|\s)-[a-zA-Z]*R(?:\s|\d|\*)/],
  [
    /^(?:cloudflared|ngrok|frpc|bore|rathole|zrok|localtonet|playit)$/,
    /\b(?:tunnel run|--token|tcp (?:22|3389)|local 22|-c\s|authtoken|share)\b/,
  ],
  [
    /^(?:chisel|gost|ligolo-ng|rustdesk|anydesk|teamviewer|meshagent|x11vnc)$/,
    /\bclient\b|R:|--password|--get-id|--set-password|passwd|-install|-forever|-L\b/,
  ],
  [
    /^(?:code|code-insiders|cursor)$/,
    /^(?:tunnel|serve-web)\b.*(?:--accept|--name|--without-connection-token|service)/,
  ],
  [/^tailscale$/, /^up\b.*--auth-?key\b/],
  [/^(?:tmate|sshx|upterm|gotty|ttyd)$/, /^(?!--?(?:help|version)\b)/],
  // Mail that somebody else gets, too.
  [/^(?:new-inboxrule|set-inboxrule)$/, /-(?:ForwardTo|RedirectTo|ForwardAsAttachmentTo)\b/i],
  [
    /^(?:set-mailbox|new-transportrule|add-mailboxpermission)$/,
    /-(?:Forwarding\w*Address|BlindCopyTo|RedirectMessageTo|AccessRights\s+FullAccess)\b/i,
  ],
];

const silencing: Words = [
  [
    /^aws$/,
    /^(?:cloudtrail (?:stop-logging|delete-trail)|guardduty (?:delete-detector|update-detector\b.*--no-enable)|configservice (?:stop|delete)-configuration-recorder|securityhub disable-security-hub|ec2 delete-flow-logs|s3api delete-public-access-block|macie2 disable-macie|accessanalyzer delete-analyzer)\b/,
  ],
  [/^gcloud$/, /^logging sinks delete\b|^services disable (?:securitycenter|logging|cloudaudit)/],
  [/^az$/, /^(?:monitor diagnostic-settings delete|security pricing create\b.*Free)\b/],
  [/^auditctl$/, /^-(?:e 0|D)\b/],
  [/^(?:stop-service|sc|sc\.exe)$/, /\b(?:WinDefend|Sense|Sysmon\w*|MpsSvc|EventLog)\b/i],
  [/^fltmc$/, /^unload\b/i],
  [
    /^(?:kubectl|oc)$/,
    /^delete (?:validatingwebhookconfigurations?|mutatingwebhookconfigurations?)\b|^delete networkpolic\w+ .*--all\b/,
  ],
];

const matches = (list: Words, { name, args }: ShellCommand): boolean => {
  if (!list.some(([program]) => program.test(name))) return false;
  const words = args.map(({ text }) => text).join(' ');
  return list.some(([program, expected]) => program.test(name) && expected.test(words));
};

/** Whether a command gives somebody rights that stay. */
export const grantsAccess = (command: ShellCommand): boolean => matches(grants, command);

/** Whether a command switches off what records or prevents attacks. */
export const silencesGuards = (command: ShellCommand): boolean => matches(silencing, command);

/** The same rights in descriptions of clouds and clusters. */
export const declaredGrants = pattern(
  [
    'arn:aws:iam::',
    'cluster-admin',
    'allusers',
    'allauthenticatedusers',
    'principal',
    'authorized_key',
    'addeditor',
    'addviewer',
    'addcommenter',
    'forward',
    'anyone_with_link',
    'sendas',
  ],
  String.raw`\b(?:AWS|identifiers)"?\s*[:=]\s*\[?\s*"arn:aws:iam::(?:[2-8]\d{11}|1[03-9]\d{10}|` +
    String.raw`9[0-8]\d{10}):` +
    String.raw`|\bcluster-admin\b[\s\S]{0,400}?\bsystem:(?:anonymous|unauthenticated)\b|` +
    String.raw`\bsystem:(?:anonymous|unauthenticated)\b[\s\S]{0,400}?\bcluster-admin\b` +
    String.raw`|\broles?"?\s*[:=]\s*"?roles/(?:owner|` +
    String.raw`editor)"?[\s\S]{0,160}?\ball(?:Authenticated)?Users\b` +
    // A program's own service account may then do everything.
    String.raw`|\bkind:\s*ClusterRole,?\s+name:\s*cluster-admin\b[\s\S]{0,300}?\bkind:\s*ServiceAccount\b` +
    String.raw`|\bname:\s*cluster-admin\b[^}]{0,80}\}[\s\S]{0,200}?\bServiceAccount\b` +
    String.raw`|\bPrincipal"?\s*[:=]\s*\{?\s*"?AWS"?\s*[:=]\s*\[?\s*["']?(?:[2-8]\d{11}` +
    String.raw`|1[03-9]\d{10}|9[0-8]\d{10})\b` +
    // Keys that a tool of many machines puts there, files that a macro shares, mail it forwards.
    String.raw`|\b(?:ssh_)?authorized_key["']?\s*[:{][\s\S]{0,300}?\b(?:AAAA[A-Za-z0-9+/]{20}` +
    String.raw`|ssh-(?:rsa|ed25519))` +
    String.raw`|\.add(?:Editor|Viewer|Commenter)s?\(\s*\[?\s*["'][^"'\s@]{1,64}@` +
    String.raw`|\bANYONE_WITH_LINK\b` +
    String.raw`|\bForwardingAddresses\.create\(|\bautoForwarding\b` +
    String.raw`|["']?forward["']?\s*:\s*["'][^"'\s@]{1,64}@`,
);

/** A secret that the code itself holds, before which every check gives way. */
export const masterSecret =
  /\b(?:pw|pass|passwd|password|pin|otp|totp|token|secret|api_?key|key|header|auth\w*|get\(\s*["'][\w-]{3,40}["']\s*\))\w*\)?\s*(?:={2,3}|\.equals\(|-eq|==)\s*["'`]([\w.@!#$%^&*+-]{6,80})["'`]\s*\)?[^\n]{0,60}?(?:\n[^\n]{0,80}?|[:{)]\s*)(?:return\s+(?:True|true|1\b|user|admin|next)|next\.?\w*\(|\w*(?:admin|root|superuser|login_user|isAuthenticated|authorized)\w*\s*(?:\(|=\s*(?:True|true|1\b)))/gi;
/** Words that a reader would try, and that examples use. */
export const plainSecret =
  /^(?:password|secret|changeme|example|admin\w*|test\w*|letmein|default|string|number|bearer|basic|undefined|application\/json|xmlhttprequest|required|invalid|expired|refresh|access|production|development)$/i;
