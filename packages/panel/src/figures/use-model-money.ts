import { OVERVIEW_ROWS } from 'contracts/limits';
import { ZERO_FIGURES } from 'contracts/overview';
import type { Overview, OverviewFigures } from 'contracts/overview';
import { useMemo } from 'react';
import type { PanelOwner } from '../panel-owner.ts';
import { useModelFigures } from './api/list-model-figures.ts';
import { MONEY, moneyText } from './figures.ts';
import type { Money } from './figures.ts';

interface ListedModel {
  slug: string;
}
const NO_MODELS: readonly ListedModel[] = [];

/**
 * Returns the money of each model in an overview's period, by slug. It is absent while unknown or loading: an overview lists only
 * the models with the highest revenue, and the others' figures are requested separately.
 */
export const useModelMoney = (
  owner: PanelOwner,
  overview: Pick<Overview, 'from' | 'to' | 'models'> | undefined,
  money: Money,
  models: readonly ListedModel[] = NO_MODELS,
): ReadonlyMap<string, { cents: number; text: string }> | undefined => {
  const unlisted = useMemo(() => {
    const listed = new Set(overview?.models.map(({ slug }) => slug));
    return overview ? models.map(({ slug }) => slug).filter((slug) => !listed.has(slug)) : [];
  }, [overview, models]);
  const isWhole = overview !== undefined && overview.models.length < OVERVIEW_ROWS;
  const { from = '', to = '' } = overview ?? {};
  const { data: further } = useModelFigures(owner, { from, to }, isWhole ? [] : unlisted);
  return useMemo(() => {
    if (!overview) return undefined;
    const others = isWhole ? unlisted.map((slug) => ({ slug, ...ZERO_FIGURES })) : (further ?? []);
    const moneyOf = (figures: OverviewFigures) => ({
      cents: figures[MONEY[money].figure],
      text: moneyText(figures, money),
    });
    return new Map([...others, ...overview.models].map(({ slug, ...figures }) => [slug, moneyOf(figures)]));
  }, [overview, isWhole, unlisted, further, money]);
};
