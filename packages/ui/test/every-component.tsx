import type { ReactNode } from 'react';
import { CheckoutStep, Steps } from 'ui/checkout-step';
import { AccountTicket, TicketFact } from 'ui/account-ticket';
import { AdminCard } from 'ui/admin-card';
import { Avatar } from 'ui/avatar';
import { Badge, LiveBadge } from 'ui/badge';
import { Benefits } from 'ui/benefits';
import { EmptyState } from 'ui/empty-state';
import { Button, ButtonLink } from 'ui/button';
import { Checkbox } from 'ui/checkbox';
import { CommandPalette } from 'ui/command-palette';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { ConnectionBar } from 'ui/connection-bar';
import { ConsentBar } from 'ui/consent-bar';
import { Cards, Dashboard, DashboardSection } from 'ui/dashboard';
import { DeviceList } from 'ui/device-list';
import { Dialog } from 'ui/dialog';
import { DropZone } from 'ui/drop-zone';
import { FailedPart } from 'ui/failed-part';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { FilterChips } from 'ui/filter-chips';
import { FoldedText } from 'ui/folded-text';
import { FormSection } from 'ui/form-section';
import { FreshMedia } from 'ui/fresh-media';
import { Hero } from 'ui/hero';
import { IconButton } from 'ui/icon-button';
import { IconList } from 'ui/icon-list';
import { Key } from 'ui/key';
import { LiveEntrance } from 'ui/live-entrance';
import { MediaGrid } from 'ui/media-grid';
import { MediaRow, MediaRows } from 'ui/media-row';
import { MediaTile, OfferTile } from 'ui/media-tile';
import { MediaViewer } from 'ui/media-viewer';
import { Menu, MenuButton, MenuChoice, MenuLine, MenuLink } from 'ui/menu';
import { ModelCard, ModelCardSkeleton } from 'ui/model-card';
import { ModelPicker } from 'ui/model-picker';
import { ModelWall } from 'ui/model-wall';
import { Note } from 'ui/note';
import { Outcome } from 'ui/outcome';
import { OfferBar } from 'ui/offer-bar';
import { OfferTicket } from 'ui/offer-ticket';
import { PassTicket } from 'ui/pass-ticket';
import { PasswordField } from 'ui/password-field';
import { Picture } from 'ui/picture';
import { PriceBlock } from 'ui/price-block';
import { ProfileHeader } from 'ui/profile-header';
import { Progress } from 'ui/progress';
import { ScrollTable } from 'ui/scroll-table';
import { RetryButton } from 'ui/retry-button';
import { SearchField } from 'ui/search-field';
import { Facts } from 'ui/facts';
import { FormAct } from 'ui/form-act';
import { SectionRail } from 'ui/section-rail';
import { Select } from 'ui/select';
import { SiteFooter } from 'ui/site-footer';
import { AvatarButton, SiteHeader } from 'ui/site-header';
import { Loading, Skeleton } from 'ui/skeleton';
import { Spinner } from 'ui/spinner';
import { FigureCards } from 'ui/figure-cards';
import { Funnel } from 'ui/funnel';
import { TrendChart } from 'ui/trend-chart';
import { StatStrip } from 'ui/stat-strip';
import { Stats } from 'ui/stats';
import { StatusDot } from 'ui/status-dot';
import { Tabs } from 'ui/tabs';
import { TextArea } from 'ui/text-area';
import { TextButton, TextLink } from 'ui/text-link';
import { ToastProvider } from 'ui/toast';
import { Toggle } from 'ui/toggle';
import { TrustLine } from 'ui/trust-line';
import { Verified } from 'ui/verified';
import { ViewSwitch } from 'ui/view-switch';
import { Wordmark } from 'ui/wordmark';

const nothing = () => undefined;
const picture = { src: '/nina.webp', width: 720, height: 900, alt: 'Nina' };
const offer = { price: '2,00\u00a0€', first: 'le premier mois', later: 'puis 5,00\u00a0€ par mois TTC' };
const stats = { likes: '12 480', medias: '248', followers: '1' };

/** Every component once, in the state with most of its parts, by the name of its folder. */
export const EVERY_COMPONENT: Record<string, ReactNode> = {
  'checkout-step': (
    <CheckoutStep title="Merci, Léa" steps={<Steps steps={['Inscription', 'Paiement', 'Accès']} done={1} />}>
      Texte
    </CheckoutStep>
  ),
  'account-ticket': (
    <AccountTicket
      badge={<Badge tone="success">Actif</Badge>}
      title="Les coulisses de Nina"
      text="Tout le contenu vous est ouvert."
      stub={<TicketFact term="Prochain prélèvement" value="5,00\u00a0€" strong="le 20 décembre 2026" note="TTC" />}
    />
  ),
  'admin-card': (
    <AdminCard
      title="Nina"
      handle="@nina"
      facts={[['URL', 'https://offre.example']]}
      actions={<Button small>Éditer</Button>}
    />
  ),
  avatar: <Avatar source={picture} size="large" live tag href="/nina/live" label="Nina est en live" />,
  badge: (
    <>
      <Badge tone="success">Actif</Badge>
      <LiveBadge manual />
    </>
  ),
  benefits: <Benefits items={['Accès complet au contenu']} />,
  'empty-state': (
    <EmptyState title="Modèle non trouvé" level={1}>
      <ButtonLink href="/">Retour</ButtonLink>
    </EmptyState>
  ),
  button: (
    <>
      <Button busy>Envoyer</Button>
      <Button busy busyLabel="Envoi en cours...">
        Envoyer
      </Button>
    </>
  ),
  checkbox: <Checkbox label="18 ans" error="Confirmation requise" />,
  'command-palette': (
    <CommandPalette
      label="Chercher un modèle"
      placeholder="Nom"
      value="nin"
      onChange={nothing}
      onClose={nothing}
      groups={[{ label: 'Modèles', options: [{ id: 'nina', icon: null, text: 'Nina', onChoose: nothing }] }]}
      status="1 modèle"
    />
  ),
  'confirm-dialog': <ConfirmDialog open onClose={nothing} onConfirm={nothing} title="Êtes-vous sûr ?" what="Nina" />,
  'connection-bar': <ConnectionBar text="Hors connexion" />,
  'consent-bar': (
    <ConsentBar label="Vos choix" decline="Tout refuser" accept="Tout accepter" onDecline={nothing} onAccept={nothing}>
      Acceptez-vous&nbsp;?
    </ConsentBar>
  ),
  dashboard: (
    <Dashboard>
      <DashboardSection title="Modèles">
        <Cards>Carte</Cards>
      </DashboardSection>
    </Dashboard>
  ),
  'device-list': (
    <DeviceList
      devices={[
        { id: 'a', name: 'Safari sur iPhone', lastUsed: 'En ce moment', isCurrent: true },
        { id: 'b', name: 'Chrome sur tablette Android', lastUsed: 'hier', isCurrent: false },
      ]}
      onEnd={nothing}
      busyId="b"
    />
  ),
  dialog: (
    <Dialog open onClose={nothing} size="register" title="Nina" handle="@nina" cover={picture} avatar={null}>
      Formulaire
    </Dialog>
  ),
  'drop-zone': (
    <DropZone
      title="Ajouter des photos"
      hint="50 Mo au plus"
      accept="image/*"
      busyLabel="Upload en cours..."
      onFiles={nothing}
    />
  ),
  field: <Field label="Email" error="Email invalide" hint="Jamais partagé" />,
  fields: (
    <Fields columns={2} always>
      <Field label="Nom" across />
    </Fields>
  ),
  'filter-chips': (
    <FilterChips
      label="Filtrer"
      chips={[{ value: 'live', label: 'En live', live: true }]}
      value="live"
      onChange={nothing}
    />
  ),
  'folded-text': <FoldedText>{'Chanteuse de nuit. '.repeat(20)}</FoldedText>,
  'form-section': (
    <FormSection title="Profil" description="Ce que les visiteurs voient">
      Champs
    </FormSection>
  ),
  'failed-part': <FailedPart onRetry={nothing} />,
  'fresh-media': <FreshMedia label="Photos" items={[{ id: 'a', label: 'Photo 1', picture, href: '/nina' }]} />,
  hero: (
    <Hero picture={picture} title="De l’autre côté du rideau" lead="Répétitions, loges">
      <Button variant="primary">Commencer</Button>
    </Hero>
  ),
  'icon-button': (
    <IconButton label="Fermer" danger>
      x
    </IconButton>
  ),
  'icon-list': (
    <IconList
      label="Méthodes"
      rows={[
        { id: 'a', icon: 'x', title: 'Téléphone', text: 'hier', end: <Button small>Retirer</Button> },
        { id: 'b', icon: 'y', title: 'Clé', text: 'jamais' },
      ]}
    />
  ),
  key: <Key>Ctrl</Key>,
  'live-entrance': (
    <LiveEntrance
      picture={{ ...picture, video: '/nina.mp4' }}
      live
      title="Nina est sur scène"
      lead="Live tous les soirs"
    />
  ),
  'media-grid': (
    <MediaGrid layout="feature" label="Photos">
      Tuiles
    </MediaGrid>
  ),
  'media-row': (
    <MediaRows label="Photos">
      <MediaRow picture={null} icon="" title="a.jpg" state="Terminé" tone="success" />
    </MediaRows>
  ),
  'media-tile': (
    <>
      <MediaTile kind="video" locked picture={picture} likes="987" duration="1:12:40" />
      <OfferTile title="+ 5 photos" price="2,00 €" action="Tout voir" />
    </>
  ),
  'media-viewer': (
    <MediaViewer
      title="Photos de Nina"
      items={[
        { id: '1', kind: 'photo', src: '/nina.webp', label: 'Photo 1' },
        { id: '2', kind: 'video', src: '/nina.mp4', label: 'Vidéo 2' },
      ]}
      index={0}
      onIndex={nothing}
      onClose={nothing}
    />
  ),
  menu: (
    <Menu label="Mon compte" id="menu" opener={{ current: null }} head={<b>Léa Martin</b>} onClose={nothing}>
      <MenuLink icon={null} href="/account" onClick={nothing}>
        Mon compte
      </MenuLink>
      <MenuLine />
      <MenuChoice
        label="Thème"
        options={[{ value: 'dark', label: 'Sombre', icon: null }]}
        value="dark"
        onChange={nothing}
      />
      <MenuButton icon={null}>Déconnexion</MenuButton>
    </Menu>
  ),
  'model-card': (
    <>
      <ModelCard
        name="Nina"
        label="Voir le profil de Nina"
        age={27}
        bio="Chanteuse"
        picture={picture}
        live
        verified
        stats={stats}
        href="/nina"
      />
      <ModelCardSkeleton />
    </>
  ),
  'model-wall': <ModelWall>Cartes</ModelWall>,
  note: <Note>Essayez une autre carte.</Note>,
  outcome: <Outcome>Adresse confirmée</Outcome>,
  'model-picker': (
    <ModelPicker
      label="Par qui commencer ?"
      models={[{ value: 'nina', name: 'Nina', avatar: picture, live: true }]}
      value={undefined}
      onChange={nothing}
      error="Erreur"
    />
  ),
  'offer-bar': (
    <OfferBar label="Débloquer le contenu" {...offer}>
      <Button>Débloquer</Button>
    </OfferBar>
  ),
  'offer-ticket': (
    <OfferTicket {...offer}>
      <Button wide>Discuter avec Nina</Button>
    </OfferTicket>
  ),
  'pass-ticket': <PassTicket picture={picture} siteTitle="Coulisses" title="Accès VIP" note="payé" value="VIP" />,
  'password-field': <PasswordField label="Mot de passe" error="Trop court" />,
  picture: (
    <>
      <Picture source={picture} priority />
      <Picture source={{ ...picture, video: '/nina.mp4' }} />
    </>
  ),
  'price-block': <PriceBlock price="2,00 €" offer="2,00 € aujourd’hui" note="TTC" />,
  'profile-header': (
    <ProfileHeader
      name="Nina"
      age={27}
      verified
      live
      bio="Chanteuse"
      stats={stats}
      cover={picture}
      avatar={picture}
      liveTarget={{ href: '/nina/live' }}
      announcement="Live tous les soirs à 21h"
      actions={
        <Button variant="onPicture" small>
          Partager
        </Button>
      }
    />
  ),
  progress: (
    <>
      <Progress label="Envoi" value={64} tone="danger" />
      <Progress label="Préparation" />
    </>
  ),
  'scroll-table': (
    <ScrollTable
      label="Relevé"
      columns={[{ name: 'Jour' }, { name: 'Montant' }]}
      rows={[{ id: '1', cells: ['14 novembre', '2,00 €'] }]}
      sums={[{ id: 'total', cells: ['Total', '2,00 €'] }]}
    />
  ),
  'search-field': <SearchField label="Chercher par nom" />,
  facts: <Facts facts={[{ term: 'Nom', value: 'Léa Martin' }]} />,
  'form-act': (
    <FormAct title="Résilier votre contrat" takesFocus aside={<p>Ce qui se passe ensuite</p>}>
      <p>Il suffit de l’adresse.</p>
    </FormAct>
  ),
  'section-rail': <SectionRail label="Rubriques" sections={[{ id: 'devices', label: 'Appareils' }]} />,
  'retry-button': <RetryButton onRetry={nothing} />,
  select: (
    <Select label="Fuseau">
      <option>Paris</option>
    </Select>
  ),
  'site-footer': (
    <SiteFooter
      name="Coulisses"
      href="/"
      about="Réservé aux personnes de 18 ans ou plus."
      groups={[{ title: 'Votre contrat', links: [{ label: 'Résilier votre contrat', href: '/resilier' }] }]}
      legal="Prix TTC."
    />
  ),
  'site-header': (
    <SiteHeader name="Coulisses" href="/">
      <AvatarButton initials="LM" label="compte de Léa Martin" />
      <Button variant="ghost">Connexion</Button>
    </SiteHeader>
  ),
  skeleton: (
    <Loading>
      <Skeleton shape="cover" />
    </Loading>
  ),
  spinner: <Spinner large label="Chargement" />,
  'figure-cards': (
    <FigureCards
      figures={[
        {
          name: 'Visites',
          value: '18 204',
          change: { text: '12 %', direction: 'up', isGood: true },
          trend: { now: [1, 3, 2], before: [1, 1, 2] },
        },
        { name: 'En live', value: '3' },
      ]}
    />
  ),
  funnel: <Funnel steps={[{ name: 'Visites', value: '18 204', share: 1, rate: 'Robots écartés' }]} />,
  'trend-chart': (
    <TrendChart
      title="Revenu"
      summary="6, soit 5 de plus que les 2 jours précédents"
      points={[
        { value: 2, before: 1, tick: '13 nov.', name: '13 novembre 2026' },
        { value: 4, before: undefined, tick: '14 nov.', name: '14 novembre 2026' },
      ]}
      now="2 jours"
      before="2 jours précédents"
      earlier="2 jours avant"
      format={String}
      least={1}
    />
  ),
  'stat-strip': <StatStrip stats={[{ name: 'Visites', value: '18 204', change: '+ 12 %', down: true }]} />,
  stats: <Stats large {...stats} />,
  'status-dot': <StatusDot on label="Actif" />,
  tabs: <Tabs label="Contenus" tabs={[{ value: 'photos', label: 'Photos', count: '3', content: 'Trois photos' }]} />,
  'text-area': <TextArea label="Bio" error="Trop long" />,
  'text-link': (
    <>
      <TextLink href="/nina" arrow>
        Voir le profil
      </TextLink>
      <TextButton>Mot de passe oublié ?</TextButton>
    </>
  ),
  toast: <ToastProvider>Page</ToastProvider>,
  toggle: <Toggle label="Verrouillé" defaultChecked />,
  'trust-line': <TrustLine payment="Paiement sécurisé" terms="Résiliable" />,
  verified: <Verified />,
  'view-switch': <ViewSwitch label="Présentation" compact onChange={nothing} />,
  wordmark: <Wordmark href="/">Coulisses</Wordmark>,
};
