import { isPrivate } from '../knowledge/networks.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { inCode } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const addresses = pattern(
  ['10.', '172.', '192.168.', '100.'],
  String.raw`(?:\b(?:https?|ftp|wss?|tcp|ssh)://(?:[^@/\s]+?@)?|\b(?:nc|ncat|telnet|ssh|scp|nmap|masscan|curl|wget)\s(?:[^\n|;&]*?[\s@/])?)((?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3})\b`,
);

/** E10. */
export const privateNetwork = rule({
  id: 'E10',
  family: 'secrets',
  severity: 'low',
  title: 'Reaches into your private network',
  why:
    'Routers, printers and servers behind the firewall trust whoever is inside, and a program ' +
    'that runs here is inside.',
  confusedWith: 'Development servers and home automation.',
  *look(document) {
    for (const match of inCode(document, addresses))
      if (isPrivate(match.groups[0] ?? '')) yield at(match);
  },
});
