import { fold } from 'contracts/search';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'web-kit/router';

/** Time after which the address follows: browsers refuse a hundred changes of it in a moment, and people type. */
const ADDRESS_DELAY_MS = 300;

/** Judges texts by what is searched: each of its words is to be somewhere in them. */
export const createTextMatcher = (search: string): ((text: string) => boolean) => {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (text) => {
    const where = fold(text);
    return words.every((word) => where.includes(word));
  };
};

/**
 * What is shown of a list: a choice takes effect at once, the address follows, so that a reload and the way back find it again.
 * @param names how its parts are called in the address; the same object from one drawing to the next
 * @param everything what is shown where nothing was chosen; likewise
 */
export const useListFilters = <Choice extends { [Part in keyof Choice]: string }>(
  names: { readonly [Part in keyof Choice]: string },
  everything: Choice,
): [choice: Choice, choose: (choice: Choice) => void] => {
  const [parameters, setParameters] = useSearchParams();
  const parts = Object.keys(names) as (keyof Choice)[];
  const named = JSON.stringify(
    Object.fromEntries(parts.map((part) => [part, parameters.get(names[part]) ?? everything[part]])),
  );
  const [chosen, setChosen] = useState(named);
  const written = useRef(named);

  useEffect(() => {
    if (named === written.current) return;
    // The address changed by navigation, not by a filter.
    written.current = named;
    setChosen(named);
  }, [named]);
  useEffect(() => {
    if (chosen === written.current) return;
    const timer = setTimeout(() => {
      written.current = chosen;
      const choice = JSON.parse(chosen) as Choice;
      const address = new URLSearchParams(parameters);
      for (const part of Object.keys(names) as (keyof Choice)[]) {
        if (choice[part] === everything[part]) address.delete(names[part]);
        else address.set(names[part], choice[part]);
      }
      setParameters(address, { replace: true });
    }, ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [chosen, names, everything, parameters, setParameters]);

  const choice = useMemo(() => JSON.parse(chosen) as Choice, [chosen]);
  return [choice, (next) => setChosen(JSON.stringify(next))];
};
