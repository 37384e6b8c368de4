import { ruleCases } from '../testing/cases.ts';
import { ownStart } from './staying.ts';

ruleCases(ownStart, {
  hits: [
    {
      name: 'a module that Python imports on its own',
      path: 'a.py',
      text: 'import site, pathlib\nd = pathlib.Path(site.getusersitepackages())\n(d / "sitecustomize.py").write_text("import x")\n',
    },
    {
      name: 'a .pth file',
      path: 'a.py',
      text: 'import site\nopen(site.getsitepackages()[0] + "/x.pth", "w").write("import x")\n',
    },
    {
      name: 'a task of an editor that starts on its own',
      path: 'a.sh',
      text: 'cat > .vscode/tasks.json <<EOF\n{"runOptions": {"runOn": "folderOpen"}}\nEOF\n',
    },
    {
      name: 'an item that starts at login',
      path: 'a.sh',
      text: `osascript -e 'tell application "System Events" to make login item at end'\n`,
    },
    {
      name: 'settings of an editor, rated medium',
      path: 'a.sh',
      text: 'echo "{}" > .vscode/settings.json\n',
      severity: 'medium',
    },
  ],
  misses: [
    { name: 'a file that is removed', path: 'a.sh', text: 'rm -f .envrc\n' },
    { name: 'a settings file that is read', path: 'a.sh', text: 'cat .vscode/settings.json\n' },
    {
      // anthropics/skills, skills/webapp-testing (Apache-2.0)
      name: 'a command of a real skill',
      text: '```bash\npython scripts/with_server.py --server "npm run dev" --port 5173\n```\n',
    },
  ],
});
