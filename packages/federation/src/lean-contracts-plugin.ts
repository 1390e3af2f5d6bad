import { sep } from 'node:path';
import webpack from 'webpack';
import type { Compiler } from 'webpack';
import { REPOSITORY } from './apps.ts';

/** Node types that webpack would otherwise retain for possible side effects. */
const DECLARING = ['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'];
const CONTRACTS = ['', 'packages', 'contracts', 'src', ''].join(sep);
const OPERATIONS = `${CONTRACTS}operations${sep}`;
/** Properties of an operation that only servers and the API documentation read; a browser uses only method and path. */
const SERVER_PROPERTIES = new Set([
  'service',
  'summary',
  'roles',
  'readsToken',
  'recentLogin',
  'params',
  'query',
  'body',
  'response',
  'status',
  'idempotent',
  'redirect',
  'errors',
]);
type Program = Parameters<Parameters<webpack.javascript.JavascriptParser['hooks']['program']['tap']>[1]>[0];
type Expression = Extract<Program['body'][number], { type: 'ExpressionStatement' }>['expression'];
type Property = Extract<Expression, { type: 'ObjectExpression' }>['properties'][number];

const isForServers = (property: Property): boolean =>
  property.type === 'Property' && property.key.type === 'Identifier' && SERVER_PROPERTIES.has(property.key.name);

/**
 * Removes from the browser bundles the contract schemas that no code there parses with, and on pages without a form zod itself (20
 * kB): module-level calls of the contracts have no side effects, and only servers use an operation's schemas. Operations may share
 * parts of their declaration in a constant (`...ofModel`): every object of an operations module is treated alike.
 */
export class LeanContractsPlugin {
  apply(compiler: Compiler): void {
    const lean = (parser: webpack.javascript.JavascriptParser) => {
      const isContract = () => parser.state.module.resource.startsWith(REPOSITORY + CONTRACTS);
      for (const kind of DECLARING)
        parser.hooks.isPure.for(kind).tap('LeanContractsPlugin', () => (isContract() ? true : undefined));
      parser.hooks.program.tap('LeanContractsPlugin', (program) => {
        if (!parser.state.module.resource.startsWith(REPOSITORY + OPERATIONS)) return;
        for (const statement of program.body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declaration?.type !== 'VariableDeclaration') continue;
          for (const { init } of declaration.declarations) {
            const operationObject =
              init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'operation'
                ? init.arguments[0]
                : init;
            if (operationObject?.type !== 'ObjectExpression') continue;
            const { properties } = operationObject;
            const end = operationObject.range?.[1];
            properties.forEach((property, index) => {
              const from = property.range?.[0];
              const to = properties[index + 1]?.range?.[0] ?? (end && end - 1);
              if (from === undefined || to === undefined || !isForServers(property)) return;
              parser.state.module.addPresentationalDependency(new webpack.dependencies.ConstDependency('', [from, to]));
            });
            operationObject.properties = properties.filter((property) => !isForServers(property));
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
