import { at } from '../knowledge/places.ts';
import type { ShellCommand, CommandArgument } from '../reading/commands.ts';
import { rule } from '../rule.ts';

const resolvers = /^(?:dig|nslookup|host|drill|kdig|resolvectl|resolve-dnsname|ping|getent)$/;
const lookups =
  /^(?:socket\.(?:gethostbyname|gethostbyname_ex|getaddrinfo)|dns\.(?:resolver\.(?:resolve|query)|lookup|resolve\w*|promises\.\w+)|\?\.(?:resolve|query)|Resolv\.getaddress|Resolv\.DNS\.\w+)$/;
/** A variable as the first label, before a literal name. */
const leading =
  /(?:\$\{?[\w@*#:.-]+\}?|\$\([^)]*\)|`[^`]*`|\{[^}]*\})["']?\.[\w-]+\.[\w.{}$-]*[a-z]|\$\([\s\S]*\)\.[\w-]+\.[a-z]/i;

/** E11. */
export const dnsData = rule({
  id: 'E11',
  family: 'secrets',
  severity: 'high',
  title: 'Puts data into a host name that it looks up',
  why:
    "A DNS lookup reaches the domain's owner through every firewall, and the name can carry a " +
    'secret piece by piece.',
  confusedWith: 'Checks of a given host, where the whole name or its end is filled in.',
  *look({ commands, calls, text }) {
    for (const command of commands)
      if (resolvers.test(command.name) && command.args.some(carries) && !isSweep(command))
        yield at(command);
    for (const call of calls) {
      if (!lookups.test(call.callee)) continue;
      const name = call.args[0]?.node;
      const source = name === undefined ? '' : text.slice(name.start, name.end);
      if (leading.test(source) || /\w\s*\+\s*["']\.[\w-]+\.[a-z]/i.test(source)) yield at(call);
    }
    for (const { callee, args, start, end } of calls) {
      const [first] = args;
      if (
        !/^(?:os\.(?:system|popen)|subprocess\.\w+|child_process\.\w+)$/.test(callee) ||
        first === undefined
      )
        continue;
      const source = text.slice(first.node.start, first.node.end);
      if (/^[fbru]*["'`]\s*(?:dig|nslookup|host|drill|ping)\s/.test(source) && leading.test(source))
        yield at({ start, end });
    }
  },
});

const carries = ({ dynamic, text }: CommandArgument): boolean => dynamic && leading.test(text);

/** A loop over services or over one's own subdomains, which are short names and not data. */
const isSweep = ({ args }: ShellCommand): boolean =>
  args.every(
    ({ dynamic, text }) =>
      !dynamic ||
      /^["']?\$\{?(?:sub(?:domain)?|selector|sel|name|svc|service|ns|namespace|env|region|zone|i|n|prefix|record|host|hostname|app|stage|type)\}?\./i.test(
        text,
      ) ||
      !leading.test(text),
  );
