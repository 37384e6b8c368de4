import { ruleCases } from '../testing/cases.ts';
import { evaluation } from './running-code.ts';

ruleCases(evaluation, {
  hits: [
    { name: 'Python from a file', path: 'a.py', text: 'exec(open(path).read())\n' },
    { name: 'JavaScript from an argument', path: 'a.js', text: 'eval(process.argv[2]);\n' },
    {
      name: 'a function made from text',
      path: 'a.ts',
      text: 'const f = new Function("a", body);\n',
    },
    { name: 'another name for it', path: 'a.py', text: 'import builtins as b\nb.eval(text)\n' },
    { name: 'a shell', path: 'a.sh', text: 'eval "$1"\n' },
    {
      name: 'the output of a known program, rated as information',
      path: 'a.sh',
      text: 'eval "$(ssh-agent -s)"\n',
      severity: 'info',
    },
    {
      name: 'a constructor of functions',
      path: 'a.js',
      text: 'const K = Object.getPrototypeOf(async function () {}).constructor;\n',
    },
    { name: 'a name in pieces', path: 'a.py', text: 'getattr(__builtins__, "ev" + "al")(x)\n' },
    {
      name: 'a call in a lesson, rated medium',
      text: '```python\neval(x)\n```\n',
      severity: 'medium',
    },
  ],
  misses: [
    {
      name: 'a class of that name',
      path: 'a.py',
      text: 'class Function:\n    pass\n\nf = Function(name=n)\n',
    },
    {
      name: 'the test of a rule',
      path: 'rules/exec.py',
      low: true,
      text: '# ruleid: no-exec\nexec(x)\n',
    },
    { name: 'a regular expression', path: 'a.js', text: 'const m = pattern.exec(text);\n' },
    {
      name: 'a model that is used',
      path: 'a.py',
      text: 'model.eval()\nwith torch.no_grad(): pass\n',
    },
    { name: 'a literal', path: 'a.py', text: 'print(eval("1 + 1"))\n' },
    {
      // anthropics/skills, skills/skill-creator (Apache-2.0)
      name: 'a call of a real script',
      path: 'scripts/a.py',
      text: 'for eval_dir in sorted(benchmark_dir.glob("eval-*")):\n    run_eval(eval_dir)\n',
    },
  ],
});
