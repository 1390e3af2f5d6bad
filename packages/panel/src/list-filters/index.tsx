import { fold } from 'contracts/search';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'web-kit/router';

/** Delay before the address is updated: browsers reject a hundred history changes in a short time, and a user types quickly. */
const ADDRESS_DELAY_MS = 300;

/** Returns a function that tests whether a text contains every word of the search. */
export const createTextMatcher = (search: string): ((text: string) => boolean) => {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return (text) => {
    const where = fold(text);
    return words.every((word) => where.includes(word));
  };
};

/**
 * Returns the filters of a list and their setter. A choice takes effect at once; the address is updated later, so that a reload or
 * a return restores it.
 * @param names query parameters of the filters; must be the same object in every rendering
 * @param everything choice without filters; must be the same object too
 */
export const useListFilters = <Choice extends { [Part in keyof Choice]: string }>(
  names: { readonly [Part in keyof Choice]: string },
  everything: Choice,
): [choice: Choice, choose: (choice: Choice) => void] => {
  const [parameters, setParameters] = useSearchParams();
  const parts = Object.keys(names) as (keyof Choice)[];
  const addressChoice = JSON.stringify(
    Object.fromEntries(parts.map((part) => [part, parameters.get(names[part]) ?? everything[part]])),
  );
  const [choiceText, setChoiceText] = useState(addressChoice);
  const writtenChoice = useRef(addressChoice);

  useEffect(() => {
    if (addressChoice === writtenChoice.current) return;
    // The address changed by navigation, not by a filter.
    writtenChoice.current = addressChoice;
    setChoiceText(addressChoice);
  }, [addressChoice]);
  useEffect(() => {
    if (choiceText === writtenChoice.current) return;
    const timer = setTimeout(() => {
      writtenChoice.current = choiceText;
      const choice = JSON.parse(choiceText) as Choice;
      const address = new URLSearchParams(parameters);
      for (const part of Object.keys(names) as (keyof Choice)[]) {
        if (choice[part] === everything[part]) address.delete(names[part]);
        else address.set(names[part], choice[part]);
      }
      setParameters(address, { replace: true });
    }, ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [choiceText, names, everything, parameters, setParameters]);

  const choice = useMemo(() => JSON.parse(choiceText) as Choice, [choiceText]);
  return [choice, (next) => setChoiceText(JSON.stringify(next))];
};
