import { useSearchParams } from 'web-kit/router';

/** A page of a panel. */
export interface PanelSection<Id extends string = string> {
  /** Its name in the address: `?section=`. */
  id: Id;
  label: string;
}

const PARAMETER = 'section';

/** Where a section is found; the first one needs no name. */
export const sectionSearch = (sections: readonly PanelSection[], id: string): string =>
  id === sections[0]?.id ? '?' : `?${new URLSearchParams({ [PARAMETER]: id })}`;

/** The section that the address names; the first one where it names none that exists. */
export const useSection = <Id extends string>(sections: readonly [PanelSection<Id>, ...PanelSection<Id>[]]): Id => {
  const [parameters] = useSearchParams();
  return (sections.find(({ id }) => id === parameters.get(PARAMETER)) ?? sections[0]).id;
};
