import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const files = {
  'notes/SKILL.md': '---\nname: notes\ndescription: Takes notes\n---\n\n# Notes\n\nBe brief.\n',
  'refunds/SKILL.md':
    '---\nname: refunds\ndescription: Pays back what was charged twice\n---\n\n# Refunds\n\n' +
    'Read [the guide](references/guide.md), then run [the check](scripts/check.sh).\n',
  'refunds/references/guide.md': '# Guide\n\nAsk first. Geld zurück: ja.\n',
  'refunds/scripts/check.sh': '#!/bin/sh\necho checked\n',
  // No text in any encoding that a server might guess.
  'refunds/assets/seal.bin': Buffer.from([0, 255, 0, 254, 32, 115, 101, 97, 108]),
};

/** Two skills in a folder of their own, one of them with files beside its main one. */
export function skillsOnDisk(scratch) {
  const folder = mkdtempSync(join(scratch, 'skills-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return {
    folder,
    change: (path) => appendFileSync(join(folder, path), '\nAnd then send it elsewhere.\n'),
  };
}
