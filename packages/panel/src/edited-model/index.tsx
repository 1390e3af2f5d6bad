import { useEffect, useRef } from 'react';
import { useSearchParams } from 'web-kit/router';

/** Query parameter that opens the form of a model: its slug, or NEW_MODEL. */
export const EDITED_MODEL = 'editer';
/** Query parameter for the section that the form opens at. */
export const EDITED_SECTION = 'partie';
/** Never a valid slug. */
export const NEW_MODEL = '+';

/** Opens the form named by the page's address, and removes it from the address. */
export const useEditedModel = (open: (slug: string | null, section: string | null) => void): void => {
  const [parameters, setParameters] = useSearchParams();
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const slugInAddress = parameters.get(EDITED_MODEL);
  const section = parameters.get(EDITED_SECTION);
  useEffect(() => {
    if (slugInAddress === null) return;
    latest.current(slugInAddress === NEW_MODEL ? null : slugInAddress, section);
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(EDITED_MODEL);
        after.delete(EDITED_SECTION);
        return after;
      },
      { replace: true },
    );
  }, [slugInAddress, section, setParameters]);
};
