import { describe, expect, it } from 'vitest';
import { documentOf } from '../document.ts';
import { grammars } from '../testing/cases.ts';
import { parsingWith } from './parsing.ts';

async function commandsIn(text: string, path = 'a.sh'): Promise<string[]> {
  const document = await documentOf({ path, bytes: Buffer.from(text) }, parsingWith(grammars));
  return document.commands.map(({ name, args, redirects }) =>
    [name, ...args.map((word) => word.text), ...redirects.map((to) => `>${to.target}`)].join(' '),
  );
}

describe('values of shell variables', () => {
  it.each([
    ['an assignment', 'd=/etc\ncat "$d/hosts"', 'cat /etc/hosts'],
    ['a chain of assignments', 'a=$b/x\nb=/etc\na=$b/y\ncat $a', 'cat /etc/y'],
    ['a default', 'cat "${CONF:-$HOME/.acme}/list"', 'cat $HOME/.acme/list'],
    ['a trimmed variable', 'u=https://a.test/\ncurl "${u%/}/x"', 'curl https://a.test//x'],
    ['an array', 'c=(curl -s https://a.test)\n"${c[@]}"', 'curl -s https://a.test'],
    ['a whole command', 'c="curl -s"\n$c https://a.test', 'curl -s https://a.test'],
    ['a loop over files', 'for f in ~/.ssh/*; do cat "$f"; done', 'cat ~/.ssh/*'],
    ['a loop over names', 'for d in .a .b; do cat ~/$d; done', 'cat ~/.a .b'],
    ['an argument of a function', 'f() { cat "$1"; }\nf /etc/hosts', 'cat /etc/hosts'],
    ['the folder of the script', 'cat "$(dirname "$0")/x"', 'cat ./x'],
    ['the folder of git', 'cp x "$(git rev-parse --git-dir)/hooks/x"', 'cp x .git/hooks/x'],
    ['a group that is redirected', 'f=~/.x\n{ echo a; } >> $f', 'echo a >~/.x'],
  ])('read %s', async (_, text, command) => {
    expect(await commandsIn(`${text}\n`)).toContain(command);
  });

  it('stay as written if only the machine knows them', async () => {
    expect(await commandsIn('cat "$HOME/.x" "$(ls)"\n')).toContain('cat $HOME/.x $(ls)');
  });

  it('end for values that refer to each other or grow', async () => {
    const growing = Array.from({ length: 60 }, (_, at) => `a${at + 1}=$a${at}$a${at}$a${at}\n`);
    const [command] = await commandsIn(`a=$b\nb=$a\na0=xx\n${growing.join('')}echo $a$a60\n`);
    expect(command?.length).toBeLessThan(3_000);
  });

  it('are read in PowerShell', async () => {
    const script =
      '$u = "https://a.test/" + "x"\n$d = Join-Path $env:TEMP "a.exe"\n' +
      'Invoke-WebRequest $u -OutFile $d\n& $d\n';
    expect(await commandsIn(script, 'a.ps1')).toEqual(
      expect.arrayContaining(['invoke-webrequest https://a.test/x -OutFile $env:TEMP/a.exe', 'a']),
    );
  });
});
