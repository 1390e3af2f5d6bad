import { truncate } from 'contracts/truncate';
import { useDeferredValue, useState } from 'react';
import { CommandPalette } from 'ui/command-palette';
import { messageOf } from 'web-kit/api';
import { paths } from 'web-kit/paths';
import { useQueryClient } from 'web-kit/query';
import { useNavigate } from 'web-kit/router';
import { stateOf, useQuickChanges } from '../model-list/index.tsx';
import { modelsApiOf } from '../models/index.tsx';
import type { PanelOwner } from '../panel-owner.ts';
import { sectionSearch } from '../sections/index.tsx';
import type { PanelSection } from '../sections/index.tsx';
import { useModelSearch } from './api/search-models.ts';
import { isMatch } from './matched.tsx';
import { actionGroup, affiliateGroup, modelGroup, sectionGroup } from './palette-groups.tsx';
import type { PaletteAffiliate, PaletteCommands } from './palette-groups.tsx';

export interface PaletteDialogProps {
  owner: PanelOwner;
  sections: readonly PanelSection[];
  /** Affiliates to search in the administrator's panel; empty in an affiliate's. */
  affiliates: readonly PaletteAffiliate[];
  onClose: () => void;
}

/** Command palette: finds models, affiliates and sections, and offers the most frequent actions on a model. */
export function PaletteDialog({ owner, sections, affiliates, onClose }: PaletteDialogProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const words = truncate(search.trim(), 100);
  const requested = useDeferredValue(words);
  const { data = [], isFetching, isPlaceholderData, error } = useModelSearch(owner, requested);
  // Filters the results of a former search by the present words, so that Enter never acts on a model that does not match.
  const isFormer = isPlaceholderData || requested !== words;
  const models = isFormer ? data.filter(({ name, slug }) => isMatch(`${name} ${slug}`, words)) : data;
  const api = modelsApiOf(owner);
  const { change } = useQuickChanges(models, api, () => client.invalidateQueries());

  const go = (to: string) => {
    onClose();
    void navigate(to);
  };
  const commands: PaletteCommands = {
    show: (parameters) => go(`?${new URLSearchParams(parameters).toString()}`),
    openSection: (id) => go(sectionSearch(sections, id)),
    toggleLive: (model) => {
      onClose();
      change(model, { is_live: !model.is_live });
    },
    openPage: (model) => {
      onClose();
      const address = stateOf(model) === 'published' ? paths.model(model.slug) : api.previewOf(model.slug);
      window.open(address, '_blank', 'noopener');
    },
  };
  const choice = { words, first: words === '' ? undefined : models[0], commands };
  const groups = [
    modelGroup(models, choice),
    actionGroup(choice),
    affiliateGroup(affiliates, choice),
    sectionGroup(sections, choice),
  ];
  const isEmpty = groups.every(({ options }) => options.length === 0);
  const status = error
    ? messageOf(error)
    : isFormer
      ? 'Recherche…'
      : isEmpty && !isFetching && 'Aucun résultat. Essayez le début d’un nom ou d’un slug.';

  return (
    <CommandPalette
      label={
        owner.slug === null
          ? 'Chercher un modèle, un affilié, une rubrique ou une action'
          : 'Chercher un modèle, une rubrique ou une action'
      }
      placeholder="Nom, rubrique ou action"
      value={search}
      onChange={setSearch}
      onClose={onClose}
      groups={groups}
      status={status}
    />
  );
}
