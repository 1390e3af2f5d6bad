import { truncate } from 'contracts/truncate';
import { atWidth } from 'contracts/media';
import { ofName, TEXTS } from 'contracts/texts';
import ExternalLink from 'lucide-react/icons/external-link';
import ImageUp from 'lucide-react/icons/image-up';
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
import { messageOf } from 'web-kit/api';
import { paths } from 'web-kit/paths';
import { useQueryClient } from 'web-kit/query';
import { useNavigate } from 'web-kit/router';
import { sectionSearch } from '../sections/index.tsx';
import type { PanelSection } from '../sections/index.tsx';
import { EDITED_MODEL, EDITED_SECTION, NEW_MODEL } from '../edited-model/index.tsx';
import { ModelStateBadge, stateOf, useQuickChanges } from '../model-list/index.tsx';
import { modelsApiOf } from '../models/index.tsx';
import type { PanelOwner } from '../panel-owner.ts';
import { useModelSearch } from './api/search-models.ts';
import { isMatch, Matched } from './matched.tsx';

export interface PaletteDialogProps {
  owner: PanelOwner;
  sections: readonly PanelSection[];
  /** Affiliates to search in the administrator's panel; empty in an affiliate's. */
  affiliates: readonly { slug: string; name: string; is_active: boolean }[];
  onClose: () => void;
}

/** Sections about one model, with the query parameter for its slug. */
const SECTIONS_OF_MODEL = [
  { section: 'paiements', label: 'Paiements des abonnés', parameter: 'modele' },
  { section: 'abonnes', label: 'Abonnés', parameter: 'modele' },
  { section: 'journal', label: 'Journal', parameter: 'recherche' },
] as const;

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
  const inList = (parameters: Record<string, string>) => go(`?${new URLSearchParams(parameters).toString()}`);
  const text = (label: string) => <Matched text={label} search={words} />;
  const modelOptions = models.map((model): PaletteOption => ({
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
    end: stateOf(model) !== 'published' ? <ModelStateBadge model={model} /> : model.is_live && <LiveBadge />,
    onChoose: () => inList({ [EDITED_MODEL]: model.slug }),
  }));
  const [first] = words === '' ? [] : models;
  const isPublished = first !== undefined && stateOf(first) === 'published';
  const actions = [
    ...(first
      ? [
          ...(isPublished
            ? [
                {
                  id: 'live',
                  icon: <Radio />,
                  label: first.is_live ? `Mettre ${first.name} hors live` : `Mettre ${first.name} en live`,
                  onChoose: () => {
                    onClose();
                    change(first, { is_live: !first.is_live });
                  },
                },
              ]
            : []),
          {
            id: 'edit',
            icon: <Pencil />,
            label: `Éditer ${first.name}`,
            onChoose: () => inList({ [EDITED_MODEL]: first.slug }),
          },
          ...(stateOf(first) === 'archived'
            ? []
            : [
                {
                  id: 'photos',
                  icon: <ImageUp />,
                  label: `Ajouter des photos à ${first.name}`,
                  onChoose: () => inList({ [EDITED_MODEL]: first.slug, [EDITED_SECTION]: 'photos' }),
                },
              ]),
          {
            id: 'page',
            icon: <ExternalLink />,
            label: isPublished ? `Voir la page ${ofName(first.name)}` : `Prévisualiser ${first.name}`,
            onChoose: () => {
              onClose();
              window.open(isPublished ? paths.model(first.slug) : api.previewOf(first.slug), '_blank', 'noopener');
            },
          },
        ]
      : []),
    { id: 'new', icon: <Plus />, label: TEXTS.newModel, onChoose: () => inList({ [EDITED_MODEL]: NEW_MODEL }) },
  ];
  const groups: PaletteGroup[] = [
    { label: 'Modèles', options: modelOptions },
    {
      label: 'Actions',
      options: actions
        .filter(({ id, label }) => id !== 'new' || isMatch(label, words))
        .map(({ label, ...option }) => ({ ...option, text: text(label) })),
    },
    {
      label: 'Affiliés',
      options: affiliates
        .filter(
          ({ name, slug }) => words !== '' && (slug === first?.affiliate_slug || isMatch(`${name} ${slug}`, words)),
        )
        .slice(0, 6)
        .map(({ name, slug, is_active }) => ({
          id: `affiliate-${slug}`,
          icon: <Users />,
          text: (
            <>
              {text(name)}{' '}
              <span className="soft">
                {text(first && slug === first.affiliate_slug ? `affilié ${ofName(first.name)}` : `@${slug}`)}
              </span>
            </>
          ),
          end: is_active ? 'Actif' : 'Inactif',
          onChoose: () => inList({ affilie: slug }),
        })),
    },
    {
      label: 'Rubriques',
      options: [
        ...SECTIONS_OF_MODEL.filter(({ section }) => first && sections.some(({ id }) => id === section)).map(
          ({ section, label, parameter }) => ({
            id: `${section}-of-model`,
            icon: <LayoutList />,
            text: text(`${label} ${ofName(first?.name ?? '')}`),
            onChoose: () => inList({ section, [parameter]: first?.slug ?? '' }),
          }),
        ),
        ...sections
          .filter(({ label }) => isMatch(label, words))
          .map(({ id, label }) => ({
            id: `section-${id}`,
            icon: <LayoutList />,
            text: text(label),
            onChoose: () => go(sectionSearch(sections, id)),
          })),
      ],
    },
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
