const common = `  --config FILE   use the servers of FILE for this run instead of the stored ones
  --json          one JSON document on standard output and nothing else there`;

const skill = `  --server L      the server's label (required)
  --uri U         the URI of the skill's SKILL.md (required)`;

const codes = `Exit: 0 approved, 3 undecided, 4 denied, 5 changed, 6 refused, 7 blocked by policy,
8 expired, 2 cannot tell (treat as no).`;

/** Help texts by command. */
export const help: Readonly<Record<string, string>> = {
  list: `skillgate list [--server L]
Lists the skills of every configured server, with where each stands.
  --server L      only this server
${common}
Exit: 0 every server answered, 1 otherwise.`,
  show: `skillgate show --server L --uri U
Shows one skill's entry, standing and record; also a skill that no listing has.
${skill}
${common}`,
  read: `skillgate read --server L --uri U [--file PATH]
Reads one file and checks it against the entry. Prints nothing of it when a check fails.
${skill}
  --file PATH     relative to the skill's folder; SKILL.md when absent
${common}
Exit: 0 read, 1 a check failed.`,
  verify: `skillgate verify [--server L] [--uri U]
Reads and checks every file of the skills chosen.
  --server L      only this server
  --uri U         only this skill (needs --server)
${common}
Exit: 0 everything matches, 1 something failed or was refused, 3 only content that cannot be verified remains.`,
  load: `skillgate load --server L --uri U
What a host would do: when approved, reads SKILL.md, checks it and prints it tagged with its server.
${skill}
${common}
${codes}`,
  approve: `skillgate approve --server L --uri U [--read-all] [--note T] [--expires DATE] [--grant TOOL]...
Approves exactly the files that the server describes now. Fetches nothing without --read-all. No tool is granted unless named.
${skill}
  --read-all      first read every file of a skill whose server publishes no digests, and
                  approve what was read ("self-computed")
  --note T        kept with the decision
  --expires DATE  such as 2027-01-31
  --grant TOOL    one of the skill's allowed-tools; may be repeated
${common}
Exit: 0 approved, 6 refused or dynamic content.`,
  templates: `skillgate templates --server L [--expand NAME=VALUE]... [--uri TEMPLATE]
Lists the templates whose expansion can be a skill, with the values that the server suggests.
  --server L            the server's label (required)
  --expand NAME=VALUE   fill in a variable, and open the skill that results
  --uri TEMPLATE        which template, when several have these variables
${common}`,
  deny: `skillgate deny --server L --uri U [--note T]
Denies a skill, whatever it serves.
${skill}
  --note T        kept with the decision
${common}`,
  revoke: `skillgate revoke --server L --uri U
Takes a decision back. Needs no connection.
${skill}
${common}`,
  check: `skillgate check --server L --uri U [--resources FILE|-] [--identity JSON]
Says where a skill stands, as an exit code. With --resources no connection is made: the
caller holds the entry, and its own server is what is asked about.
${skill}
  --resources F   the entry's resources as JSON, or the whole entry; - is standard input
  --identity JSON with --resources: an identity, or a server as a host configures it
                  ({"url": …} or {"command": …, "args": […]}), instead of --server
${common}
${codes}`,
  export: `skillgate export --as agenticx|lock|csv|markdown [--server L] [--output FILE]
skillgate export --bundle FILE [--server L] [--uri U] [LABEL]...
Writes the decisions in another program's shape. Makes no connection.
  --as agenticx   approvals in force as {"label::uri": {uri: digest}}
  --as lock       approvals in force by server identity, sorted; the same decisions give the same bytes
  --as csv        every decision, one per line
  --as markdown   every decision, as a summary for a pull request
  --server L      only this server
  --output FILE   instead of standard output
${common}`,
  import: `skillgate import FILE [--trust-key] [--yes]
Shows who signed a bundle and what it would change. Changes nothing without --yes.
  --yes           take the decisions over
  --trust-key     trust the key that signed it from now on; compare the fingerprint first
${common}
Exit: 0 taken over, 3 shown only, 1 something was not taken over, 2 not usable.`,
  keys: `skillgate keys list
skillgate keys trust FINGERPRINT [--name N]
skillgate keys remove FINGERPRINT
Shows this machine's own key, and says whose bundles you take over.
${common}`,
  diff: `skillgate diff --server L --uri U
What changed since you approved a skill, as Markdown. Reads the files that changed.
${skill}
${common}
Exit: 0 nothing changed, 5 changed.`,
  forget: `skillgate forget --all --yes
Takes back every decision and drops every kept byte. The audit keeps what was.
${common}`,
  mirror: `skillgate mirror [PATH | --off]
Keeps a second copy of approvals.json at PATH, written whole after each decision. Without
an argument: says where it is. --off ends it and leaves the copy as it is.
  --json          one JSON document on standard output`,
  audit: `skillgate audit verify
Checks the chain of audit.jsonl and names the first broken line. Shows careless edits; it is
no defence against a program that runs as the same user.
  --json          one JSON document on standard output
Exit: 0 intact, 1 broken.`,
  servers: `skillgate servers list
skillgate servers add LABEL [--cwd DIR] [--env NAME=VALUE]... -- COMMAND [ARG]...
skillgate servers add LABEL --url URL [--type http|sse|well-known] [--header NAME=VALUE]...
skillgate servers remove LABEL
skillgate servers allow --server LABEL
Lists, adds and removes configured servers. A command that you add here may start; one that
another program wrote into servers.json starts only after \`servers allow\`.
${common}`,
  serve: `skillgate serve [--port N] [--no-open] [--idle MINUTES] [--config FILE]
Serves the interface on 127.0.0.1 and prints its address with a one-time token.
  --port N        a free port when absent
  --no-open       do not open the browser
  --idle MINUTES  end after so long without a window
  --config FILE   use the servers of FILE for this run instead of the stored ones`,
  'sample-server': `skillgate sample-server
Runs the sample MCP server over standard input and output.`,
};

export const overview = (
  version: string,
): string => `skillgate ${version}: see what Agent Skills your MCP servers serve, check them, and decide per skill.

  skillgate list [--server L]                  skills of every server, with their standing
  skillgate show --server L --uri U            one skill's entry, standing and record
  skillgate read --server L --uri U [--file P] one file, checked
  skillgate verify [--server L] [--uri U]      read and check every file
  skillgate check --server L --uri U           the standing, as an exit code
  skillgate load --server L --uri U            SKILL.md, when approved and matching
  skillgate approve|deny|revoke --server L --uri U
  skillgate templates --server L               skills behind a template
  skillgate servers list|add|remove|allow
  skillgate export --as agenticx|lock|csv|markdown [--output FILE]
  skillgate export --bundle FILE               decisions for a colleague, signed
  skillgate import FILE [--yes]                a colleague's decisions
  skillgate keys list|trust|remove             whose bundles are taken over
  skillgate diff --server L --uri U            what changed since the approval
  skillgate forget --all --yes                 take every decision back
  skillgate mirror [PATH | --off]              a second copy of the decisions
  skillgate audit verify
  skillgate serve [--port N] [--no-open]       the interface in a browser

\`skillgate COMMAND --help\` says more. --config FILE and --json work with every command.
Decisions are kept in SKILLGATE_HOME or the platform's own folder.`;
