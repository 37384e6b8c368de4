import { rule } from '../rule.ts';

const programs =
  /executable|WebAssembly|Android bytecode|LLVM bitcode|Windows installer|Java archive/i;

/** F01. */
export const executableFile = rule({
  id: 'F01',
  family: 'files',
  severity: 'high',
  title: 'Unreadable program',
  why: "Machine code doesn't show what it does. Instructions have no use for it.",
  confusedWith: 'WebAssembly modules that belong to a library. These are rated medium.',
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
