import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { inCode, phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const miners = new Set(
  'xmrig xmr-stak cpuminer minerd ccminer ethminer nbminer t-rex phoenixminer lolminer gminer bfgminer cgminer nanominer teamredminer srbminer-multi'.split(
    ' ',
  ),
);
const weapons = new Set(
  'mimikatz msfvenom meterpreter cobaltstrike sliver-server sliver-client lazagne responder bettercap evil-winrm impacket-secretsdump secretsdump.py psexec.py'.split(
    ' ',
  ),
);
const pools = pattern(
  [
    'stratum',
    'coinhive',
    'cryptonight',
    'randomx',
    'nicehash',
    'minexmr',
    'supportxmr',
    'nanopool',
    'moneroocean',
  ],
  String.raw`\bstratum[12]?\+(?:tcp|ssl|tls)://[^\s"']+?|\b(?:coinhive|cryptonight)\.(?:anonymous|user|min\.js)|\b(?:pool\.)?(?:minexmr|supportxmr|nanopool|moneroocean)\.(?:com|org|stream)(?::\d+)?\b`,
);
const webshells = pattern(
  [
    '$_post',
    '$_get',
    '$_request',
    '$_cookie',
    'c99shell',
    'r57shell',
    'b374kshell',
    'wsoshell',
    'getruntime',
  ],
  String.raw`\b(?:eval|assert|system|exec|shell_exec|passthru|popen|preg_replace)\s*\(\s*(?:@|base64_decode\s*\(\s*)?\$_(?:POST|GET|REQUEST|COOKIE)\b|\b(?:c99|r57|b374k|wso)shell\b|getRuntime\(\)\.exec\(\s*request\.getParameter`,
);
const payloads = pattern(
  [
    'invoke-mimikatz',
    'sekurlsa',
    'invoke-shellcode',
    'invoke-reflectivepeinjection',
    'amsiutils',
    'reflectiveloader',
  ],
  String.raw`\b(?:invoke-(?:mimikatz|shellcode|reflectivepeinjection)|sekurlsa::\w+|amsiutils|reflectiveloader)\b`,
);

/** X13. */
export const knownTool = rule({
  id: 'X13',
  family: 'running',
  severity: 'critical',
  title: 'Known miner, web shell or attack tool',
  why:
    "These programs have hardly any use besides mining on other people's machines or taking " +
    'them over.',
  confusedWith:
    'Penetration testing skills use such tools on purpose (high), and security texts name ' +
    'them.',
  *look(document) {
    for (const command of document.commands) {
      if (miners.has(command.name)) yield at(command);
      if (weapons.has(command.name)) yield at(command, { severity: 'high' });
    }
    for (const match of inCode(document, pools)) yield at(match);
    for (const match of inCode(document, payloads)) yield at(match, { severity: 'high' });
    yield* phrases(document, pools, () => ({ confidence: 'medium' }));
    if (document.kind.kind === 'text' || document.kind.kind === 'code')
      for (const match of webshells.all(document.text)) yield at(match);
    else yield* phrases(document, webshells, () => ({ role: 'example' }));
  },
});
