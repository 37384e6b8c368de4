import { rule } from '../rule.ts';

const programs =
  /executable|WebAssembly|Android bytecode|LLVM bitcode|Windows installer|Java archive/i;

/** F01. */
export const executableFile = rule({
  id: 'F01',
  family: 'files',
  severity: 'high',
  title: 'A program that nobody can read',
  why: 'Machine code shows nothing of what it does. It has no place in instructions.',
  confusedWith: 'Modules of WebAssembly that belong to a library: these stand as medium.',
  *look({ kind, bytes }) {
    if (kind.kind !== 'binary' || !programs.test(kind.type)) return;
    const end = Math.min(bytes.length, 64);
    yield {
      start: 0,
      end,
      unit: 'bytes',
      ...(kind.type.startsWith('WebAssembly') ? { severity: 'medium' as const } : {}),
    };
  },
});
