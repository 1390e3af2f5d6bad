import { describe, expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { correctTypography, findDeviations, sourceFiles } from '../typography.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const deviationsIn = (file: string, source: string) => findDeviations(file, source).map(({ correct }) => correct);

describe('typography', () => {
  test.each([
    ["Retour à l'accueil", 'Retour à l’accueil'],
    ["S'inscrire aujourd'hui", 'S’inscrire aujourd’hui'],
    ['Pas encore de compte ?', 'Pas encore de compte\u00a0?'],
    ['Le nom : « Nina »', 'Le nom\u00a0: «\u00a0Nina\u00a0»'],
    ['Votre email est pris', 'Votre e-mail est pris'],
    ['Email', 'E-mail'],
    ['2,00€', '2,00\u00a0€'],
    ['200 Mo', '200\u00a0Mo'],
    ['Une image de 50MB', 'Une image de 50\u00a0Mo'],
    ['La page se charge...', 'La page se charge…'],
  ])('corrects %j', (text, correct) => {
    expect(correctTypography(text)).toBe(correct);
    expect(correctTypography(correct)).toBe(correct);
  });

  test.each(["it doesn't exist", 'SELECT 1 WHERE a ? b', 'events: 12', 'email', '{email}', 'https://a.example/?b=c'])(
    'leaves %j alone',
    (text) => expect(correctTypography(text)).toBe(text),
  );

  test('corrects a closing quotation mark after a value', () => {
    expect(correctTypography(' » a été modifié', { isAfterValue: true })).toBe('\u00a0» a été modifié');
  });

  test('reads literals, templates and markup, and counts an entity as its character', () => {
    const source = [
      "const a = 'Déjà là ?';",
      'const b = `${size} Mo au plus`;',
      'const c = <p title="C\'est ici">Chargement : {name}</p>;',
      'const d = <p>Déjà là&nbsp;?</p>;',
    ].join('\n');
    expect(deviationsIn('packages/panel/src/example.tsx', source)).toEqual([
      'Déjà là\u00a0?',
      'Mo au plus',
      'C’est ici',
      'Chargement\u00a0:',
    ]);
  });

  test('escapes raw no-break spaces', () => {
    const source = "const a = 'Déjà\u00a0?';\nconst b = <p title='Déjà\u00a0?'>Déjà\u00a0?</p>;";
    expect(findDeviations('packages/panel/src/example.tsx', source).map(({ replacement }) => replacement)).toEqual([
      'Déjà\\u00a0?',
      'Déjà&nbsp;?',
      'Déjà&nbsp;?',
    ]);
  });

  test('leaves the texts that the specification quotes as they are', () => {
    const source = [
      'const a = "Erreur lors de l\'inscription";',
      "const b = 'Le fichier est trop volumineux. Taille maximum: 50MB';",
      "const c = `S'INSCRIRE ET S'ABONNER POUR ${price}`;",
    ].join('\n');
    expect(deviationsIn('packages/contracts/src/example.ts', source)).toEqual([]);
  });

  test('has no raw no-break space in a test', () => {
    const files = globSync(['{packages,services,microfrontends}/*/test/**/*.{ts,tsx}', '*/test/**/*.{ts,tsx}'], {
      cwd: REPOSITORY,
    });
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => /[\u00a0\u202f]/.test(readFileSync(join(REPOSITORY, file), 'utf8')))).toEqual([]);
  });

  test('is that of every text of the front ends and services', () => {
    const files = sourceFiles();
    expect(files.length).toBeGreaterThan(500);
    expect(
      files.flatMap((file) =>
        findDeviations(file, readFileSync(file, 'utf8')).map(({ line, text, correct }) => ({
          at: `${file}:${line}`,
          text,
          correct,
        })),
      ),
    ).toEqual([]);
  });
});
