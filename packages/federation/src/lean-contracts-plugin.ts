import { sep } from 'node:path';
import webpack from 'webpack';
import type { Compiler } from 'webpack';
import { REPOSITORY } from './apps.ts';

/** Kinds of values that webpack would otherwise keep for what making them might do. */
const DECLARING = ['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'];
const CONTRACTS = ['', 'packages', 'contracts', 'src', ''].join(sep);
/** What only the servers ask of an operation; a browser calls it by its method and path. */
const SERVERS_ALONE = new Set(['params', 'query', 'body', 'answer']);

/**
 * Leaves out of the browser's files the schemas of the contracts that nothing there parses with, and so, on pages without a
 * form, zod itself (20 kB): every call at the level of a module only declares, and an operation's schemas are the servers'.
 */
export class LeanContractsPlugin {
  apply(compiler: Compiler): void {
    const lean = (parser: webpack.javascript.JavascriptParser) => {
      const isContract = () => parser.state.module.resource.startsWith(REPOSITORY + CONTRACTS);
      for (const kind of DECLARING)
        parser.hooks.isPure.for(kind).tap('LeanContractsPlugin', () => (isContract() ? true : undefined));
      parser.hooks.program.tap('LeanContractsPlugin', (program) => {
        if (!isContract()) return;
        for (const statement of program.body) {
          if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
            continue;
          for (const { init } of statement.declaration.declarations) {
            if (
              init?.type !== 'CallExpression' ||
              init.callee.type !== 'Identifier' ||
              init.callee.name !== 'operation'
            )
              continue;
            const [declared] = init.arguments;
            if (declared?.type !== 'ObjectExpression') continue;
            for (const property of declared.properties) {
              if (
                property.type !== 'Property' ||
                property.key.type !== 'Identifier' ||
                !SERVERS_ALONE.has(property.key.name)
              )
                continue;
              const { range } = property.value;
              if (!range) continue;
              parser.state.module.addPresentationalDependency(
                new webpack.dependencies.ConstDependency('undefined', range),
              );
              property.value = { type: 'Identifier', name: 'undefined', range };
            }
          }
        }
      });
    };
    compiler.hooks.normalModuleFactory.tap('LeanContractsPlugin', (factory) => {
      for (const type of ['javascript/auto', 'javascript/esm'] as const)
        factory.hooks.parser.for(type).tap('LeanContractsPlugin', (parser) => lean(parser));
    });
  }
}
