import webpack from 'webpack';
import type { Compiler } from 'webpack';

const ICON = /[\\/]node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
/** Properties of an icon's data that `lucide-icon.ts` does not render. */
const NOT_DRAWN = new Set(['name', 'size', 'aliases', 'key']);

type Program = Parameters<Parameters<webpack.javascript.JavascriptParser['hooks']['program']['tap']>[1]>[0];
type Expression = Extract<Program['body'][number], { type: 'ExpressionStatement' }>['expression'];

/** Returns the source ranges of these properties in an object and its descendants, each with the adjacent comma. */
const notDrawnIn = (expression: Expression): [number, number][] => {
  if (expression.type === 'ArrayExpression')
    return expression.elements.flatMap((element) =>
      element && element.type !== 'SpreadElement' ? notDrawnIn(element) : [],
    );
  if (expression.type !== 'ObjectExpression') return [];
  return expression.properties.flatMap((property, index, all): [number, number][] => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || !property.range) return [];
    if (!NOT_DRAWN.has(property.key.name)) return notDrawnIn(property.value as Expression);
    const [start, end] = property.range;
    const next = all[index + 1]?.range;
    return [next ? [start, next[0]] : [all[index - 1]?.range?.[1] ?? start, end]];
  });
};

/** Removes names, aliases and keys of lucide's icons from the browser bundles (0.5 kB on the home page). */
export class LeanIconsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.normalModuleFactory.tap('LeanIconsPlugin', (factory) => {
      for (const type of ['javascript/auto', 'javascript/esm'] as const)
        factory.hooks.parser.for(type).tap('LeanIconsPlugin', (parser) =>
          parser.hooks.program.tap('LeanIconsPlugin', (program) => {
            const { module } = parser.state;
            if (!ICON.test(module.resource)) return;
            const remove = (range: [number, number]) =>
              module.addPresentationalDependency(new webpack.dependencies.ConstDependency('', range));
            for (const statement of program.body)
              if (statement.type === 'VariableDeclaration')
                for (const { init } of statement.declarations) (init ? notDrawnIn(init) : []).forEach(remove);
              // `__iconData.node;` is the rest of a removed alias.
              else if (statement.type === 'ExpressionStatement' && statement.range) remove(statement.range);
          }),
        );
    });
  }
}
