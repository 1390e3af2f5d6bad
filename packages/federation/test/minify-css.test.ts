import { expect, test } from '@jest/globals';
import { minifyCss } from '../src/minify-css.ts';

test('When a style sheet is made small, then what it says stays the same', () => {
  expect(
    minifyCss(
      '/* note: "x" */\n.a  > .b ,\n.c {\n  width: calc(1px + 2px);\n  content: "a  /* no */ ; b";\n}\n\n@media (min-width: 1px) { .d:hover { color: red; } }\n',
    ),
  ).toBe('.a > .b,.c{width: calc(1px + 2px);content: "a  /* no */ ; b"}@media (min-width: 1px){.d:hover{color: red}}');
});
