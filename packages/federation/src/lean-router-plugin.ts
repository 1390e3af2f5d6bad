import webpack from 'webpack';
import type { Compiler } from 'webpack';

const ROUTER = /[\\/]node_modules[\\/]react-router[\\/]dist[\\/]/;

/**
 * Removes unused components of react-router from the browser bundles (3 kB). Each is created by a module-level call such as
 * `forwardRef`, which has no side effects, and named for development by a following statement.
 */
export class LeanRouterPlugin {
  apply(compiler: Compiler): void {
    const lean = (parser: webpack.javascript.JavascriptParser) => {
      const isRouter = () => ROUTER.test(parser.state.module.resource);
      parser.hooks.isPure.for('CallExpression').tap('LeanRouterPlugin', () => (isRouter() ? true : undefined));
      parser.hooks.program.tap('LeanRouterPlugin', (program) => {
        if (!isRouter()) return;
        for (const statement of program.body) {
          if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression')
            continue;
          const { left } = statement.expression;
          if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier') continue;
          if (left.property.name !== 'displayName' || !statement.range) continue;
          parser.state.module.addPresentationalDependency(
            new webpack.dependencies.ConstDependency('', statement.range),
          );
          Object.assign(statement, { type: 'EmptyStatement' });
        }
      });
    };
    compiler.hooks.normalModuleFactory.tap('LeanRouterPlugin', (factory) => {
      for (const type of ['javascript/auto', 'javascript/esm'] as const)
        factory.hooks.parser.for(type).tap('LeanRouterPlugin', (parser) => lean(parser));
    });
  }
}
