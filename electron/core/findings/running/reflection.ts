import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import { literalOf } from '../reading/literals.ts';
import { nodesIn } from '../reading/tree.ts';
import { rule, type RuleHit } from '../rule.ts';

const powerful =
  /^(?:os|subprocess|builtins|__builtins__|sys|shutil|ctypes|importlib|posix|pty|socket|child_process|fs|process|globalThis|window|global|Kernel|Object|self)$/;
const loaders = /^(?:__import__|importlib\.import_module|import|require)$/;

/** X11. */
export const reflection = rule({
  id: 'X11',
  family: 'running',
  severity: 'medium',
  title: 'Chooses what to call at run time',
  why:
    'The program builds the name of the function or module as it runs, so a search for ' +
    '`system` or `eval` finds nothing.',
  confusedWith: 'Plug-in loaders that take a whole name from a list. These are rated low.',
  *look(document) {
    yield* lookups(document);
    yield* members(document);
  },
});

function* lookups({ calls, text }: RuleDocument): Generator<RuleHit> {
  for (const { callee, args, start, end } of calls) {
    const [first, second] = args;
    if (first === undefined) continue;
    if (/^(?:getattr|operator\.attrgetter|Reflect\.get)$/.test(callee) && second !== undefined) {
      const object = text.slice(first.node.start, first.node.end);
      // A literal split into pieces hides the name as well as a variable does.
      const plain =
        second.literal !== null &&
        /^["'`]/.test(text.slice(second.node.start, second.node.end)) &&
        second.node.type === 'string';
      if (powerful.test(object) && !plain) yield at({ start, end });
    }
    if (loaders.test(callee) && first.literal === null) {
      const pieced =
        /[+%]|\$\{|\.join\(|\.replace\(|\.reverse|\[::-1\]|chr\(|fromCharCode|decode/.test(
          text.slice(first.node.start, first.node.end),
        );
      const isPath = /[/.]\$?\{|\bpath\b|__dirname|import\.meta|url/i.test(
        text.slice(first.node.start, first.node.end),
      );
      yield at({ start, end }, pieced && !isPath ? {} : { severity: 'low' });
    } else if (loaders.test(callee) && /^(?:binary|concatenated)/.test(first.node.type))
      yield at({ start, end });
  }
}

/** `globalThis["ev" + "al"](x)`, `globals()[name]()`, `__builtins__.__dict__[name]`. */
function* members({ code, text }: RuleDocument): Generator<RuleHit> {
  for (const { tree, language } of code) {
    if (tree === null || language === 'bash' || language === 'powershell') continue;
    for (const node of nodesIn(tree)) {
      if (node.type !== 'subscript' && node.type !== 'subscript_expression') continue;
      const [object, key] = node.children;
      if (object === undefined || key === undefined) continue;
      const name = text.slice(object.start, Math.min(object.end, object.start + 60));
      const isTable =
        /^(?:globalThis|window|global|__builtins__(?:\.__dict__)?|builtins\.__dict__|os\.__dict__|vars\((?:os|builtins)\)|globals\(\)|sys\.modules)$/.test(
          name,
        );
      const called = node.field === 'function';
      const whole = literalOf(key, text) !== null && key.type === 'string';
      if (isTable && !whole && (called || /builtins|__dict__|vars/.test(name))) yield at(node);
    }
  }
}
