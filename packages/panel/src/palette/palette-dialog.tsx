import { atWidth } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import ExternalLink from 'lucide-react/icons/external-link';
import LayoutList from 'lucide-react/icons/layout-list';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Radio from 'lucide-react/icons/radio';
import Users from 'lucide-react/icons/users';
import { useDeferredValue, useState } from 'react';
import { Avatar } from 'ui/avatar';
import { LiveBadge } from 'ui/badge';
import { CommandPalette } from 'ui/command-palette';
import type { PaletteGroup, PaletteOption } from 'ui/command-palette';
import { useToast } from 'ui/toast';
import { failureText, messageOf } from 'web-kit/api';
import { paths } from 'web-kit/paths';
import { useQueryClient } from 'web-kit/query';
import { useNavigate } from 'web-kit/router';
import { sectionSearch } from '../sections/index.tsx';
import type { PanelSection } from '../sections/index.tsx';
import { EDITED_MODEL, NEW_MODEL } from '../edited-model/index.tsx';
import { modelsApiOf } from '../models/index.tsx';
import type { PanelOwner } from '../panel-owner.ts';
import { useModelSearch } from './api/search-models.ts';
import { isMatch, Matched } from './matched.tsx';

export interface PaletteDialogProps {
  owner: PanelOwner;
  sections: readonly PanelSection[];
  /** Those of the administrator; an affiliate has none. */
  affiliates: readonly { slug: string; name: string; is_active: boolean }[];
  onClose: () => void;
}

/** Finds models, affiliates and sections, and does what is done most to a model. */
export function PaletteDialog({ owner, sections, affiliates, onClose }: PaletteDialogProps) {
  const show = useToast();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search.trim().slice(0, 100));
  const { data: models = [], isFetching, error } = useModelSearch(owner, words);
  const api = modelsApiOf(owner);

  const go = (to: string) => {
    onClose();
    void navigate(to);
  };
  const inList = (parameters: Record<string, string>) => go(`?${new URLSearchParams(parameters).toString()}`);
  const setLive = async (model: ModelView, isLive: boolean): Promise<void> => {
    onClose();
    try {
      await api.update(model.id, { is_live: isLive });
      show({ tone: 'success', title: isLive ? `${model.name} est en live` : `${model.name} n’est plus en live` });
      await client.invalidateQueries();
    } catch (failure) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(failure, { refused: TEXTS.updateFailed }) });
    }
  };

  const text = (label: string) => <Matched text={label} search={words} />;
  const found = models.map((model): PaletteOption => ({
    id: `model-${model.id}`,
    icon: (
      <Avatar
        decorative
        source={model.avatar_image ? { src: atWidth(model.avatar_image, 192), width: 192, height: 192 } : null}
      />
    ),
    text: (
      <>
        {text(model.name)} <span className="soft">{text(`@${model.slug}`)}</span>
      </>
    ),
    end: model.is_live && <LiveBadge />,
    onChoose: () => inList({ [EDITED_MODEL]: model.slug }),
  }));
  const [first] = words === '' ? [] : models;
  const actions = [
    ...(first
      ? [
          {
            id: 'live',
            icon: <Radio />,
            label: first.is_live ? `Mettre ${first.name} hors live` : `Mettre ${first.name} en live`,
            onChoose: () => void setLive(first, !first.is_live),
          },
          {
            id: 'edit',
            icon: <Pencil />,
            label: `Éditer ${first.name}`,
            onChoose: () => inList({ [EDITED_MODEL]: first.slug }),
          },
          {
            id: 'page',
            icon: <ExternalLink />,
            label: `Voir la page de ${first.name}`,
            onChoose: () => {
              onClose();
              window.open(paths.model(first.slug), '_blank', 'noopener');
            },
          },
        ]
      : []),
    { id: 'new', icon: <Plus />, label: TEXTS.newModel, onChoose: () => inList({ [EDITED_MODEL]: NEW_MODEL }) },
  ];
  const groups: PaletteGroup[] = [
    { label: 'Modèles', options: found },
    {
      label: 'Actions',
      options: actions
        .filter(({ id, label }) => id !== 'new' || isMatch(label, words))
        .map(({ label, ...option }) => ({ ...option, text: text(label) })),
    },
    {
      label: 'Affiliés',
      options: affiliates
        .filter(({ name, slug }) => words !== '' && isMatch(`${name} ${slug}`, words))
        .slice(0, 6)
        .map(({ name, slug, is_active }) => ({
          id: `affiliate-${slug}`,
          icon: <Users />,
          text: (
            <>
              {text(name)} <span className="soft">{text(`@${slug}`)}</span>
            </>
          ),
          end: is_active ? 'Actif' : 'Inactif',
          onChoose: () => inList({ affilie: slug }),
        })),
    },
    {
      label: 'Rubriques',
      options: sections
        .filter(({ label }) => isMatch(label, words))
        .map(({ id, label }) => ({
          id: `section-${id}`,
          icon: <LayoutList />,
          text: text(label),
          onChoose: () => go(sectionSearch(sections, id)),
        })),
    },
  ];
  const isEmpty = groups.every(({ options }) => options.length === 0);
  const status = error
    ? messageOf(error)
    : isFetching && words !== search.trim()
      ? 'Recherche…'
      : isEmpty && !isFetching && 'Aucun résultat. Essayez le début d’un nom ou d’un slug.';

  return (
    <CommandPalette
      label={
        owner.slug === null
          ? 'Chercher un modèle, un affilié, une rubrique ou une action'
          : 'Chercher un modèle, une rubrique ou une action'
      }
      value={search}
      onChange={setSearch}
      onClose={onClose}
      groups={groups}
      status={status}
    />
  );
}
