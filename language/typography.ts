import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';

/**
 * One typography for French texts: curly apostrophes, no-break spaces before high punctuation and units, "e-mail", "200 Mo",
 * "2,00 €", "…". Texts that the specification quotes stay as they are: specified-texts.json is derived from it by
 * specified-texts.ts.
 */
const REPOSITORY = resolve(import.meta.dirname, '..');
const SOURCES = '{packages,services,microfrontends}/*/src/**/*.{ts,tsx}';
const OTHER_SOURCES = '{gateway,shell,stack}/src/**/*.{ts,tsx}';
const NBSP = '\u00a0';

const FRENCH =
  /[àâçéèêëîïôùûœ«»]|(?<!\p{L})(?:le|la|les|un|une|des|du|vous|votre|vos|ce|cet|cette|est|sont|pas|pour|dans|avec|sans|qui|que|aux|et|en|par|affilié|modèles?|mot de passe)(?!\p{L})/iu;

interface Context {
  /** Whether the text follows a value that is filled in. */
  isAfterValue?: boolean;
  /** Whether the text is French by its place, whatever its words. */
  isOnScreen?: boolean;
}

/** The text in the site's typography. */
export const correctTypography = (text: string, { isAfterValue = false, isOnScreen = false }: Context = {}): string => {
  let correct = text.replace(
    /(?<!\p{L})((?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|aujourd|presqu))'(?=\p{L})/giu,
    (_, word: string) => `${word}’`,
  );
  correct = correct.replace(/(\d) ?(€|[MGk]o(?!\p{L}))/gu, `$1${NBSP}$2`).replace(/(\d) (?=%)/g, `$1${NBSP}`);
  if (isAfterValue) correct = correct.replace(/^ ?(€|[MGk]o(?!\p{L}))/u, `${NBSP}$1`);
  if (isAfterValue) correct = correct.replace(/^ (?=»)/u, NBSP);
  if (isAfterValue && isOnScreen) correct = correct.replace(/^ (?=[?!;:](?:\s|$))/u, NBSP);
  if (!isOnScreen && !FRENCH.test(correct))
    return /^E-?mails?$/.test(correct) ? correct.replace('Email', 'E-mail') : correct;
  return correct
    .replace(/(?<=[\p{L}\d)’»…%€]) ?(?=[?!](?:[\s»)]|$))/gu, NBSP)
    .replace(/(?<=[\p{L}\d)’»…%€]) (?=[;:»](?:\s|$))/gu, NBSP)
    .replace(/« /g, `«${NBSP}`)
    .replace(/(?<![\p{L}\w/.-])([Ee])mail(s?)(?![\p{L}\w=])/gu, '$1-mail$2')
    .replace(/(\d) ?MB(?!\p{L})/gu, `$1${NBSP}Mo`)
    .replace(/(?<=\p{L})\.\.\.(?!\.)/gu, '…');
};

const specified = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'specified-texts.json'), 'utf8'),
) as readonly string[];
/** Two limits in the same words are one specified text. */
const withoutFigures = (text: string): string => text.replace(/\d+/g, '0');
/** Whether a text is specified; a piece of a template between expressions counts when it is long enough to be recognised. */
const isSpecified = (text: string, isPiece: boolean): boolean =>
  specified.some(
    (each) =>
      withoutFigures(each) === withoutFigures(text) ||
      // The second of two texts is quoted by its end alone: "… ce modèle ?" / "cet affilié ?".
      (each.length >= 12 && text.endsWith(each)) ||
      (isPiece && text.length >= 8 && each.includes(text)),
  );

export interface Deviation {
  file: string;
  line: number;
  text: string;
  correct: string;
}
interface Found extends Deviation {
  start: number;
  end: number;
  replacement: string;
}

/** Folders in which every sentence is for a screen. */
const SCREENS = /^(packages\/(ui|panel|account)|microfrontends)\//;

const isIgnored = (node: ts.Node): boolean => ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node);

/** Writes a text as the source has it: entities in JSX, an escape elsewhere, so that a no-break space is seen. */
const escaped = (source: string, isMarkup: boolean): string => source.replaceAll(NBSP, isMarkup ? '&nbsp;' : '\\u00a0');

/** Lengths of what stands before and after the text of a literal. */
const delimiters = (node: ts.Node): [before: number, after: number] => {
  if (ts.isJsxText(node)) return [0, 0];
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) ? [1, 2] : [1, 1];
};

const isBesideValue = ({ parent }: ts.JsxText): boolean =>
  (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) && parent.children.some(ts.isJsxExpression);

/** Texts of a source that deviate from the typography. */
export const findDeviations = (file: string, source: string): Found[] => {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const isOnScreen = SCREENS.test(relative(REPOSITORY, file));
  const found: Found[] = [];
  const check = (node: ts.Node, isPiece: boolean, isMarkup: boolean) => {
    const [before, after] = delimiters(node);
    const [start, end] = [node.getStart(tree) + before, node.getEnd() - after];
    const raw = source.slice(start, end);
    const text = ts.isJsxText(node) ? raw : (node as ts.LiteralLikeNode).text;
    const decoded = isMarkup ? text.replaceAll('&nbsp;', NBSP) : text;
    // A constant with the no-break space itself is no value.
    const isAfterValue = ts.isTemplateSpan(node.parent) && node.parent.expression.getText(tree) !== 'NBSP';
    const context = { isAfterValue, isOnScreen: isOnScreen && /\s/.test(decoded) };
    const correctOf = (each: string) =>
      isSpecified(decoded.trim(), isPiece) ? each : correctTypography(each, context);
    const correct = correctOf(decoded);
    // A raw no-break space looks like a space.
    if (correct === decoded && !raw.includes(NBSP)) return;
    const plain = isMarkup ? raw.replaceAll('&nbsp;', NBSP) : raw.replaceAll('\\u00a0', NBSP);
    found.push({
      file: relative(REPOSITORY, file),
      line: tree.getLineAndCharacterOfPosition(start).line + 1,
      text: decoded.trim(),
      correct: correct.trim(),
      start,
      end,
      replacement: escaped(correctOf(plain), isMarkup),
    });
  };
  const visit = (node: ts.Node): void => {
    if (isIgnored(node)) return;
    if (ts.isJsxText(node)) check(node, isBesideValue(node), true);
    else if (ts.isStringLiteral(node)) check(node, false, ts.isJsxAttribute(node.parent));
    else if (ts.isNoSubstitutionTemplateLiteral(node)) check(node, false, false);
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) check(node, true, false);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
};

export const sourceFiles = (): string[] =>
  [SOURCES, OTHER_SOURCES]
    .flatMap((pattern) => globSync(pattern, { cwd: REPOSITORY }))
    .map((file) => resolve(REPOSITORY, file));

if (process.argv[1] === import.meta.filename) {
  for (const file of sourceFiles()) {
    let source = readFileSync(file, 'utf8');
    const deviations = findDeviations(file, source);
    for (const { file: path, line, text, correct } of deviations)
      process.stdout.write(`${path}:${line}: ${text.replaceAll(NBSP, '␣')} -> ${correct.replaceAll(NBSP, '␣')}\n`);
    if (!process.argv.includes('--fix') || deviations.length === 0) continue;
    for (const { start, end, replacement } of deviations.reverse())
      source = source.slice(0, start) + replacement + source.slice(end);
    writeFileSync(file, source);
  }
}
