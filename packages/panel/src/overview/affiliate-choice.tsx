import { Select } from 'ui/select';
import { useSearchParams } from 'web-kit/router';
import { PART_PARAMETERS } from './part-choice.tsx';

/** An affiliate by which the figures can be filtered. */
export interface KnownAffiliate {
  slug: string;
  name: string;
}

const PARAMETER = 'affilie';

/** Reads the chosen affiliate from the page's address; null: all. */
export const useAffiliateChoice = () => {
  const [parameters, setParameters] = useSearchParams();
  const without = () => {
    const next = new URLSearchParams(parameters);
    for (const name of [PARAMETER, ...Object.values(PART_PARAMETERS)]) next.delete(name);
    return next;
  };
  const parametersOf = (slug: string) => {
    const next = without();
    next.set(PARAMETER, slug);
    return next;
  };
  return {
    affiliateSlug: parameters.get(PARAMETER) || null,
    /** Returns the address of one affiliate's figures. */
    searchOf: (slug: string): string => `?${parametersOf(slug)}`,
    choose: (slug: string | null): void => setParameters(slug === null ? without() : parametersOf(slug)),
  };
};

/** Select for the affiliate whose figures are shown. */
export function AffiliateChoice({ affiliates }: { affiliates: readonly KnownAffiliate[] }) {
  const { affiliateSlug, choose } = useAffiliateChoice();
  return (
    <Select label="Affilié" value={affiliateSlug ?? ''} onChange={({ target }) => choose(target.value || null)}>
      <option value="">Tous</option>
      {affiliates.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name} (@{slug})
        </option>
      ))}
    </Select>
  );
}
