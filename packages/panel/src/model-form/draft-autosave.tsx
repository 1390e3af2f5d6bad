import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { removeDraft, writeDraft } from './draft.ts';
import type { DraftOwner } from './draft.ts';
import type { MediaLists, ModelFormValues } from './values.ts';

/** Time without a change after which a draft is written. */
const SETTLED_MS = 800;

interface DraftAutosaveProps {
  control: Control<ModelFormValues>;
  owner: DraftOwner;
  saved: { values: ModelFormValues; lists: MediaLists; edition: number };
  lists: MediaLists;
  isUnsaved: boolean;
  /** Whether a stored draft was found and neither restored nor ignored yet: it must not be overwritten. */
  isPaused: boolean;
}

/** Writes the draft of a form with unsaved changes. A separate component, so that typing does not render the form. */
export function DraftAutosave({ control, owner, saved, lists, isUnsaved, isPaused }: DraftAutosaveProps) {
  const values = useWatch({ control }) as ModelFormValues;
  const { user, modelId } = owner;
  const { edition } = saved;
  const hasWritten = useRef(false);
  const latestSaved = useRef(saved);
  useEffect(() => {
    latestSaved.current = saved;
  });
  useEffect(() => {
    if (isPaused) return;
    if (!isUnsaved) {
      if (hasWritten.current) removeDraft({ user, modelId });
      hasWritten.current = false;
      return;
    }
    const write = () => {
      hasWritten.current = true;
      writeDraft({ user, modelId }, latestSaved.current, { values, lists });
    };
    const timer = setTimeout(write, SETTLED_MS);
    addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', write);
    };
  }, [values, lists, edition, isUnsaved, isPaused, user, modelId]);
  return null;
}
