import { atWidth } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import { ofName, TEXTS } from 'contracts/texts';
import ExternalLink from 'lucide-react/icons/external-link';
import ImageUp from 'lucide-react/icons/image-up';
import LayoutList from 'lucide-react/icons/layout-list';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Radio from 'lucide-react/icons/radio';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { Avatar } from 'ui/avatar';
import { LiveBadge } from 'ui/badge';
import type { PaletteGroup, PaletteOption } from 'ui/command-palette';
import { EDITED_MODEL, EDITED_SECTION, NEW_MODEL } from '../edited-model/index.tsx';
import { ModelStateBadge, stateOf } from '../model-list/index.tsx';
import type { PanelSection } from '../sections/index.tsx';
import { isMatch, Matched } from './matched.tsx';

/** Affiliate that the administrator's palette finds. */
export interface PaletteAffiliate {
  slug: string;
  name: string;
  is_active: boolean;
}

/** Effects of chosen options; each closes the palette. */
export interface PaletteCommands {
  /** Shows the panel with these query parameters. */
  show: (parameters: Record<string, string>) => void;
  openSection: (id: string) => void;
  toggleLive: (model: ModelView) => void;
  /** Opens a model's page, or its preview, in another tab. */
  openPage: (model: ModelView) => void;
}

interface Choice {
  /** Search, trimmed; empty for none. */
  words: string;
  /** Model that the search names first. */
  first: ModelView | undefined;
  commands: PaletteCommands;
}
interface Action {
  id: string;
  icon: ReactNode;
  label: string;
  onChoose: () => void;
}

/** Most affiliates that are offered. */
const MAX_AFFILIATES = 6;

/** Sections about one model, with the query parameter for its slug. */
const SECTIONS_OF_MODEL = [
  { section: 'paiements', label: 'Paiements des abonnés', parameter: 'modele' },
  { section: 'abonnes', label: 'Abonnés', parameter: 'modele' },
  { section: 'journal', label: 'Journal', parameter: 'recherche' },
] as const;

/** Models that the search finds; each opens its form. */
export const modelGroup = (
  models: readonly ModelView[],
  { words, commands: { show } }: Pick<Choice, 'words' | 'commands'>,
): PaletteGroup => ({
  label: 'Modèles',
  options: models.map((model): PaletteOption => ({
    id: `model-${model.id}`,
    icon: (
      <Avatar
        decorative
        source={model.avatar_image ? { src: atWidth(model.avatar_image, 192), width: 192, height: 192 } : null}
      />
    ),
    text: (
      <>
        <Matched text={model.name} search={words} />{' '}
        <span className="soft">
          <Matched text={`@${model.slug}`} search={words} />
        </span>
      </>
    ),
    end: stateOf(model) !== 'published' ? <ModelStateBadge model={model} /> : model.is_live && <LiveBadge />,
    onChoose: () => show({ [EDITED_MODEL]: model.slug }),
  })),
});

const actionsOn = (model: ModelView, { show, toggleLive, openPage }: PaletteCommands): Action[] => {
  const { name, slug } = model;
  const state = stateOf(model);
  const isPublished = state === 'published';
  const live = {
    id: 'live',
    icon: <Radio />,
    label: model.is_live ? `Mettre ${name} hors live` : `Mettre ${name} en live`,
    onChoose: () => toggleLive(model),
  };
  const photos = {
    id: 'photos',
    icon: <ImageUp />,
    label: `Ajouter des photos à ${name}`,
    onChoose: () => show({ [EDITED_MODEL]: slug, [EDITED_SECTION]: 'photos' }),
  };
  return [
    ...(isPublished ? [live] : []),
    { id: 'edit', icon: <Pencil />, label: `Éditer ${name}`, onChoose: () => show({ [EDITED_MODEL]: slug }) },
    ...(state === 'archived' ? [] : [photos]),
    {
      id: 'page',
      icon: <ExternalLink />,
      label: isPublished ? `Voir la page ${ofName(name)}` : `Prévisualiser ${name}`,
      onChoose: () => openPage(model),
    },
  ];
};

/** Most frequent actions on the first model, and the creation of one. */
export const actionGroup = ({ words, first, commands }: Choice): PaletteGroup => {
  const creation = {
    id: 'new',
    icon: <Plus />,
    label: TEXTS.newModel,
    onChoose: () => commands.show({ [EDITED_MODEL]: NEW_MODEL }),
  };
  return {
    label: 'Actions',
    options: [...(first ? actionsOn(first, commands) : []), ...(isMatch(creation.label, words) ? [creation] : [])].map(
      ({ label, ...action }) => ({ ...action, text: <Matched text={label} search={words} /> }),
    ),
  };
};

/** Affiliates that the search finds, and the first model's. */
export const affiliateGroup = (
  affiliates: readonly PaletteAffiliate[],
  { words, first, commands: { show } }: Choice,
): PaletteGroup => ({
  label: 'Affiliés',
  options: affiliates
    .filter(({ name, slug }) => words !== '' && (slug === first?.affiliate_slug || isMatch(`${name} ${slug}`, words)))
    .slice(0, MAX_AFFILIATES)
    .map(({ name, slug, is_active }) => ({
      id: `affiliate-${slug}`,
      icon: <Users />,
      text: (
        <>
          <Matched text={name} search={words} />{' '}
          <span className="soft">
            <Matched
              text={first && slug === first.affiliate_slug ? `affilié ${ofName(first.name)}` : `@${slug}`}
              search={words}
            />
          </span>
        </>
      ),
      end: is_active ? 'Actif' : 'Inactif',
      onChoose: () => show({ affilie: slug }),
    })),
});

/** Sections about the first model, and those that the search finds. */
export const sectionGroup = (
  sections: readonly PanelSection[],
  { words, first, commands: { show, openSection } }: Choice,
): PaletteGroup => {
  const ofModel = first ? SECTIONS_OF_MODEL.filter(({ section }) => sections.some(({ id }) => id === section)) : [];
  return {
    label: 'Rubriques',
    options: [
      ...ofModel.map(({ section, label, parameter }) => ({
        id: `${section}-of-model`,
        icon: <LayoutList />,
        text: <Matched text={`${label} ${ofName(first?.name ?? '')}`} search={words} />,
        onChoose: () => show({ section, [parameter]: first?.slug ?? '' }),
      })),
      ...sections
        .filter(({ label }) => isMatch(label, words))
        .map(({ id, label }) => ({
          id: `section-${id}`,
          icon: <LayoutList />,
          text: <Matched text={label} search={words} />,
          onChoose: () => openSection(id),
        })),
    ],
  };
};
