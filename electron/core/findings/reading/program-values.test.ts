import { describe, expect, it } from 'vitest';
import { documentOf } from '../document.ts';
import { grammars } from '../testing/cases.ts';
import { parsingWith } from './parsing.ts';

/** The value of the first argument of `show(…)`. */
async function shown(path: string, text: string): Promise<string | null | undefined> {
  const document = await documentOf({ path, bytes: Buffer.from(text) }, parsingWith(grammars));
  return document.calls.find(({ callee }) => callee === 'show')?.args[0]?.value;
}

describe('values in programs', () => {
  it.each([
    ['from pathlib import Path\nshow(Path.home() / ".ssh" / "id")', '~/.ssh/id'],
    ['import os\nshow(os.path.join(os.path.expanduser("~"), ".a" + "ws"))', '~/.aws'],
    ['import os\nh = os.environ["HOME"]\nshow(f"{h}/.x")', '~/.x'],
    ['show("".join(chr(c) for c in [99, 117, 114, 108]))', 'curl'],
    ['show(bytes([99, 117, 114, 108]).decode())', 'curl'],
    ['show("lruc"[::-1])', 'curl'],
    ['show("%s/x" % "a")', 'a/x'],
    ['show("{}/x".format("a"))', 'a/x'],
    ['import base64\nshow(base64.b64decode("Y3VybA=="))', 'curl'],
    ['import codecs\nshow(codecs.decode("phey", "rot13"))', 'curl'],
    ['C = {"u": "https://a.test"}\nshow(C["u"])', 'https://a.test'],
    ['def f(p):\n    show(p)\nf("/etc/x")', '/etc/x'],
    ['def f():\n    return "/etc/x"\nshow(f())', '/etc/x'],
    ['for f in Path.home().iterdir():\n    show(f)', '~/*'],
  ])('are read in Python: %s', async (text, value) => {
    expect(await shown('a.py', `from pathlib import Path\n${text}\n`)).toBe(value);
  });

  it.each([
    ["const p = require('path');\nshow(p.join(require('os').homedir(), '.npmrc'))", '~/.npmrc'],
    ['const h = "a.test";\nshow(`https://${h}/x`)', 'https://a.test/x'],
    ["show(['c', 'url'].join(''))", 'curl'],
    ["show('lruc'.split('').reverse().join(''))", 'curl'],
    ['show(String.fromCharCode(99, 117))', 'cu'],
    ["show(Buffer.from('Y3VybA==', 'base64').toString())", 'curl'],
    ['show(process.env.X || "/etc/x")', '/etc/x'],
  ])('are read in JavaScript: %s', async (text, value) => {
    expect(await shown('a.js', `${text}\n`)).toBe(value);
  });

  it('keep the names of what is only known at run time', async () => {
    expect(await shown('a.py', 'show(f"{folder}/x")\n')).toBe('$folder/x');
    expect(await shown('a.py', 'show(folder)\n')).toBeNull();
  });

  it('end for values that refer to each other or grow', async () => {
    const growing = Array.from({ length: 60 }, (_, at) => `a${at + 1} = a${at} + a${at}\n`).join(
      '',
    );
    const value = await shown('a.py', `a0 = "xx"\nb = c\nc = b\n${growing}show(a60 + b)\n`);
    expect((value ?? '').length).toBeLessThanOrEqual(2_000);
  });
});
