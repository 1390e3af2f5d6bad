import lighthouse from 'lighthouse';
import { LIGHTHOUSE_TARGETS } from './targets.ts';

export type Category = keyof typeof LIGHTHOUSE_TARGETS;
const CATEGORIES = Object.keys(LIGHTHOUSE_TARGETS) as Category[];

export interface LighthouseReport {
  /** Scores from 0 to 100. */
  scores: Record<Category, number>;
  /** Audits outside of performance that lost points. */
  faults: string[];
}

/**
 * Runs Lighthouse on a page, with Lighthouse's own slow phone.
 * @param port debugging port of the browser
 * @throws when Lighthouse reports an error
 */
export const runLighthouse = async (url: string, port: number): Promise<LighthouseReport> => {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    locale: 'en',
  });
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not runLighthouse ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { categories, audits } = result.lhr;
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Record<Category, number>;
  const faults = CATEGORIES.filter((name) => name !== 'performance').flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      return weight > 0 && audit && audit.score !== null && audit.score < 1 ? [`${name}: ${audit.title}`] : [];
    }),
  );
  return { scores, faults };
};
