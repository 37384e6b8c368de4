import { expect, it } from 'vitest';
import { withValues } from './jsonc.ts';

const text = `{
  // mine
  "a": {"x": 1, "x": 2, "y": [1]}, "a": {"x": 3, /* here */ "y" : "old" ,}, "b\\u0063": {"": null}
}
`;

it('puts several values in place at once, and leaves all else as it is', () => {
  const changed = withValues(text, [
    { path: ['bc', ''], value: 'new "one"' },
    { path: ['a', 'y'], value: '${ref}' },
    { path: ['a', 'x'], value: 4 },
  ]);
  expect(changed).toBe(
    text
      .replace('"x": 3', '"x": 4')
      .replace('"old"', '"${ref}"')
      .replace('null', String.raw`"new \"one\""`),
  );
  expect(withValues(text, [])).toBe(text);
});

it.each([[['a', 'z']], [['c']], [['a', 'y', 'x']], [['a', 'constructor']]])(
  'says where there is no value to put another in place of: %j',
  (path) => expect(withValues(text, [{ path, value: 1 }])).toBeNull(),
);
