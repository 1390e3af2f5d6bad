import { WITHDRAWAL_DAYS } from 'contracts/contract-requests';
import { MINIMUM_AGE } from 'contracts/limits';
import { OFFER_TEXTS } from 'contracts/offer';
import type { LegalPage } from 'contracts/pages';
import type { ReactNode } from 'react';
import { paths } from 'web-kit/paths';
import { ConsentChoices } from '../consent/index.ts';
import { Fact, MailLink, Mediator } from './operator.tsx';

interface LegalText {
  lead?: (site: string) => ReactNode;
  /** `id`: anchor that other pages link to. */
  sections: readonly { heading: string; id?: string; body: (site: string) => ReactNode }[];
}

const SUBJECT_REPORT = 'Signalement d’un contenu';

/**
 * Texts of the legal pages. They describe the software; facts of the operator come from its configuration, and missing ones are
 * marked (docs/configuration.md). A lawyer of the operator has to approve them before the site opens.
 */
export const DOCUMENTS: Record<LegalPage, LegalText> = {
  imprint: {
    sections: [
      {
        heading: 'Éditeur du site',
        body: (site) => (
          <>
            <p>
              {site} est édité par <Fact of="name" />, <Fact of="legalForm" />.
            </p>
            <ul>
              <li>
                Adresse&nbsp;: <Fact of="address" />
              </li>
              <li>
                Immatriculation&nbsp;: <Fact of="registration" />
              </li>
              <li>
                TVA intracommunautaire&nbsp;: <Fact of="vat" />
              </li>
              <li>
                Téléphone&nbsp;: <Fact of="phone" />
              </li>
              <li>
                E-mail&nbsp;: <MailLink to="email" />
              </li>
            </ul>
          </>
        ),
      },
      {
        heading: 'Direction de la publication',
        body: () => (
          <p>
            <Fact of="publicationDirector" />
          </p>
        ),
      },
      {
        heading: 'Hébergement',
        body: () => (
          <p>
            <Fact of="host" />
          </p>
        ),
      },
      {
        heading: 'Paiement',
        body: () => (
          <p>
            Les paiements sont encaissés par notre partenaire&nbsp;: <Fact of="paymentPartner" />. Aucun numéro de carte
            ne passe par ce site.
          </p>
        ),
      },
    ],
  },
  contact: {
    lead: () => 'Une question sur votre abonnement, un paiement ou vos données\u00a0: écrivez-nous.',
    sections: [
      {
        heading: 'Nous écrire',
        body: () => (
          <ul>
            <li>
              E-mail&nbsp;: <MailLink to="email" />
            </li>
            <li>
              Téléphone&nbsp;: <Fact of="phone" />
            </li>
            <li>
              Courrier&nbsp;: <Fact of="name" />, <Fact of="address" />
            </li>
          </ul>
        ),
      },
      {
        heading: 'Sans nous écrire',
        body: () => (
          <ul>
            <li>
              <a href={paths.cancellation()}>Résilier votre contrat</a>, sans connexion
            </li>
            <li>
              <a href={paths.withdrawal()}>Renoncer au contrat</a> dans les {WITHDRAWAL_DAYS}&nbsp;jours
            </li>
            <li>
              <a href={paths.legal('report')}>Signaler un contenu</a>
            </li>
          </ul>
        ),
      },
      {
        heading: 'En cas de litige',
        body: () => (
          <p>
            Si notre réponse ne vous convient pas, vous pouvez saisir gratuitement le médiateur de la
            consommation&nbsp;: <Mediator />.
          </p>
        ),
      },
    ],
  },
  report: {
    lead: () => 'Un contenu illicite, une photo publiée sans accord, une personne mineure\u00a0: signalez-le.',
    sections: [
      {
        heading: 'Comment signaler',
        body: () => (
          <>
            <p>
              Écrivez à <MailLink to="email" subject={SUBJECT_REPORT} /> en indiquant&nbsp;:
            </p>
            <ul>
              <li>l’adresse de la page et le contenu concerné&nbsp;;</li>
              <li>pourquoi vous le jugez illicite&nbsp;;</li>
              <li>
                votre nom et votre e-mail, sauf s’il s’agit d’une atteinte sexuelle sur une personne mineure&nbsp;: vous
                pouvez alors rester anonyme&nbsp;;
              </li>
              <li>que vous êtes de bonne foi et que ce que vous indiquez est exact.</li>
            </ul>
          </>
        ),
      },
      {
        heading: 'Ce qui se passe ensuite',
        body: () => (
          <p>
            Nous accusons réception, nous examinons le contenu et nous vous écrivons notre décision avec ses motifs. Un
            contenu manifestement illicite est retiré sans attendre. Vous pouvez contester la décision par le même
            e-mail.
          </p>
        ),
      },
      {
        heading: 'Urgences',
        body: () => (
          <p>
            Une personne est en danger&nbsp;? Appelez le 17 ou le 112. Un contenu illicite peut aussi être signalé à la
            plateforme publique <a href="https://www.internet-signalement.gouv.fr">internet-signalement.gouv.fr</a>.
          </p>
        ),
      },
    ],
  },
  termsOfUse: {
    lead: (site) => `Les règles de ${site}, pour tout le monde, abonné ou non.`,
    sections: [
      {
        heading: 'Objet',
        body: (site) => (
          <p>
            {site} présente des profils dont les photos, les vidéos et les rediffusions de lives sont réservées aux
            abonnés. Ces conditions s’appliquent à chaque visite&nbsp;; la vente de l’abonnement suit les{' '}
            <a href={paths.legal('termsOfSale')}>conditions générales de vente</a>.
          </p>
        ),
      },
      {
        heading: 'Âge',
        body: () => (
          <p>
            Le site est réservé aux personnes de {MINIMUM_AGE}&nbsp;ans ou plus. L’inscription demande de le confirmer.
            Un compte ouvert par une personne plus jeune est fermé.
          </p>
        ),
      },
      {
        heading: 'Compte',
        body: () => (
          <p>
            Un compte est personnel. Gardez votre mot de passe pour vous&nbsp;; vous pouvez le changer et déconnecter
            vos appareils dans «&nbsp;Mon compte&nbsp;».
          </p>
        ),
      },
      {
        heading: 'Contenus',
        body: () => (
          <p>
            Les contenus appartiennent à celles et ceux qui les publient. L’abonnement donne le droit de les regarder à
            titre privé. Les copier, les enregistrer, les publier ailleurs ou les revendre est interdit.
          </p>
        ),
      },
      {
        heading: 'Signalement',
        body: () => (
          <p>
            Chacun peut <a href={paths.legal('report')}>signaler un contenu</a>. Un compte qui enfreint ces règles peut
            être suspendu, avec les motifs, et la personne peut y répondre.
          </p>
        ),
      },
      {
        heading: 'Disponibilité',
        body: () => (
          <p>
            Nous faisons au mieux pour que le site soit ouvert à toute heure&nbsp;; il peut être interrompu pour
            entretien ou en cas de panne.
          </p>
        ),
      },
      { heading: 'Droit applicable', body: () => <p>Ces conditions suivent le droit français.</p> },
    ],
  },
  termsOfSale: {
    lead: () => `${OFFER_TEXTS.both}. Sans engagement.`,
    sections: [
      {
        heading: 'Vendeur',
        body: () => (
          <p>
            <Fact of="name" />, <Fact of="address" />, <Fact of="registration" />. E-mail&nbsp;: <MailLink to="email" />
            .
          </p>
        ),
      },
      {
        heading: 'Abonnement et prix',
        body: (site) => (
          <>
            <p>
              L’abonnement ouvre tout le contenu de {site} et le groupe VIP Telegram. Prix&nbsp;: {OFFER_TEXTS.both}.
              Les prix comprennent toutes les taxes.
            </p>
            <p>
              Il est conclu pour un mois et se renouvelle chaque mois au même jour, jusqu’à sa résiliation. Un
              changement de prix vous est annoncé par e-mail au moins un mois avant, et vous pouvez alors résilier.
            </p>
          </>
        ),
      },
      {
        heading: 'Commande et paiement',
        body: () => (
          <p>
            Vous vous inscrivez, puis vous payez sur la page sécurisée de notre partenaire (<Fact of="paymentPartner" />
            ). L’accès s’ouvre dès que le paiement est confirmé, et un e-mail vous l’indique. Un paiement refusé ne
            débite rien.
          </p>
        ),
      },
      {
        heading: 'Droit de rétractation',
        body: () => (
          <>
            <p>
              Vous avez {WITHDRAWAL_DAYS}&nbsp;jours à partir de la souscription pour vous rétracter, sans motif, par{' '}
              <a href={paths.withdrawal()}>«&nbsp;Renoncer au contrat ici&nbsp;»</a> ou par tout écrit sans ambiguïté à
              l’adresse ci-dessus. Un accusé de réception daté part aussitôt par e-mail.
            </p>
            <p>
              L’accès s’arrête, et le paiement vous est rendu par le même moyen, au plus tard dans les 14&nbsp;jours.
            </p>
          </>
        ),
      },
      {
        heading: 'Résiliation',
        body: () => (
          <p>
            Vous résiliez à tout moment, sans connexion et sans frais, par{' '}
            <a href={paths.cancellation()}>«&nbsp;Résilier votre contrat&nbsp;»</a>. L’accès reste ouvert jusqu’à la fin
            du mois payé&nbsp;; plus rien n’est prélevé ensuite. Un e-mail confirme la date de fin.
          </p>
        ),
      },
      {
        heading: 'Garanties',
        body: () => (
          <p>
            Le vendeur répond de la conformité du service numérique pendant toute la durée de l’abonnement (articles
            L224-25-12 et suivants du Code de la consommation). En cas de défaut, vous pouvez obtenir la mise en
            conformité, ou à défaut une réduction du prix ou la fin du contrat.
          </p>
        ),
      },
      {
        heading: 'Médiation',
        body: () => (
          <p>
            Après une réclamation écrite restée sans solution, vous pouvez saisir gratuitement&nbsp;: <Mediator />.
          </p>
        ),
      },
    ],
  },
  privacy: {
    lead: () => 'Ce que le site garde, pourquoi, combien de temps, et ce que vous pouvez demander.',
    sections: [
      {
        heading: 'Responsable',
        body: () => (
          <p>
            <Fact of="name" />, <Fact of="address" />. Pour vos données&nbsp;: <MailLink to="privacyEmail" />.
          </p>
        ),
      },
      {
        heading: 'Données et finalités',
        body: () => (
          <ul>
            <li>
              Compte (prénom, nom, e-mail, mot de passe chiffré, appareils connectés)&nbsp;: exécution du contrat, tant
              que le compte existe.
            </li>
            <li>
              Abonnement et paiements (montants, dates, références)&nbsp;: exécution du contrat et obligations
              comptables, dix ans. Les numéros de carte ne sont connus que du partenaire de paiement.
            </li>
            <li>
              Origine de l’inscription (lien de l’affilié, identifiants de clic et de publicité)&nbsp;: rémunération des
              affiliés, notre intérêt légitime, tant que le compte existe. Retenir ce lien sur votre appareil avant
              l’inscription demande <a href={paths.consent()}>votre accord</a>.
            </li>
            <li>
              Consentement à la publicité, avec la description de votre navigateur&nbsp;: signaler l’inscription et le
              premier paiement à la plateforme de la publicité par laquelle vous arrivez, avec votre accord, jusqu’à son
              retrait, six mois au plus.
            </li>
            <li>
              Nombre de visites&nbsp;: statistiques, notre intérêt légitime. L’adresse du réseau et la description du
              navigateur deviennent une empreinte par une clé du jour&nbsp;; clé et empreintes sont effacées quand le
              jour est passé. Un navigateur qui s’y oppose (Do Not Track, Global Privacy Control) n’est pas compté.
            </li>
            <li>
              «&nbsp;J’aime&nbsp;», favoris, notifications choisies et adresse technique de votre navigateur pour les
              recevoir&nbsp;: à votre demande, jusqu’à ce que vous les retiriez.
            </li>
            <li>
              E-mails envoyés (sujet et date, sans le texte)&nbsp;: exécution du contrat, tant que le compte existe. Le
              rappel d’un paiement part seulement si vous le demandez.
            </li>
            <li>
              Numéro de compte Telegram de la personne qui rejoint le groupe par son invitation personnelle&nbsp;:
              exécution du contrat, jusqu’à la fin de l’accès.
            </li>
            <li>
              Demandes de résiliation et de rétractation&nbsp;: preuve de leur réception. Celle d’une adresse inconnue
              est gardée sans donnée personnelle.
            </li>
            <li>Journaux techniques, sans nom ni e-mail&nbsp;: sécurité du site.</li>
          </ul>
        ),
      },
      {
        heading: 'Destinataires',
        body: () => (
          <>
            <ul>
              <li>
                L’hébergeur&nbsp;: <Fact of="host" />.
              </li>
              <li>
                Le partenaire de paiement (<Fact of="paymentPartner" />
                ), quand vous ouvrez sa page&nbsp;: prénom, nom, e-mail et identifiants du lien par lequel vous arrivez.
              </li>
              <li>
                L’affilié dont le lien vous a fait connaître le site, et ses serveurs&nbsp;: inscription, paiements et
                remboursements, avec les identifiants de son lien et le profil, sans nom ni e-mail.
              </li>
              <li>
                Meta, avec votre accord et si le lien venait d’une de nos publicités&nbsp;: inscription et montant du
                premier paiement, empreintes (SHA-256) de votre e-mail et de votre numéro de compte, description du
                navigateur.
              </li>
              <li>Le service de notifications de votre navigateur, si vous en activez&nbsp;: des messages chiffrés.</li>
              <li>Telegram, si vous rejoignez le groupe VIP&nbsp;: l’invitation, et la fin de l’accès.</li>
            </ul>
            <p>
              Certains de ces services peuvent traiter des données hors de l’Union européenne. Vos données ne sont pas
              vendues.
            </p>
          </>
        ),
      },
      {
        heading: 'Vos droits',
        body: () => (
          <p>
            Vous pouvez demander l’accès à vos données, leur copie, leur rectification, leur effacement, la limitation
            de leur traitement, ou vous y opposer, par <MailLink to="privacyEmail" />. «&nbsp;Mon compte&nbsp;»
            enregistre vos données dans un fichier et supprime votre compte sans attendre. Vous pouvez aussi saisir la
            CNIL (<a href="https://www.cnil.fr">cnil.fr</a>).
          </p>
        ),
      },
    ],
  },
  cookies: {
    lead: () => 'Ce que le site écrit sur votre appareil, pourquoi, et ce que vous pouvez refuser.',
    sections: [
      {
        heading: 'Vos choix',
        id: 'vos-choix',
        body: () => (
          <>
            <p>Refuser ne change rien à votre visite, et vous pouvez changer d’avis ici à tout moment.</p>
            <ConsentChoices />
          </>
        ),
      },
      {
        heading: 'Avec votre accord seulement',
        body: () => (
          <>
            <ul>
              <li>
                Le lien par lequel vous arrivez (affilié, identifiants de clic et de publicité), écrit pour
                30&nbsp;jours. Sans accord, il reste dans la mémoire de la page et dans les adresses de l’onglet&nbsp;:
                une inscription pendant cette visite est attribuée à l’affilié.
              </li>
              <li>
                L’inscription et le premier paiement, signalés à Meta par nos serveurs si le lien venait d’une de nos
                publicités. Rien n’est écrit sur votre appareil pour cela&nbsp;;{' '}
                <a href={paths.legal('privacy')}>Confidentialité</a> indique ce qui est transmis.
              </li>
            </ul>
            <p>
              Aucun cookie publicitaire et aucun outil de mesure d’un tiers n’est déposé par ce site. Les visites sont
              comptées par nos serveurs, sans rien écrire.
            </p>
          </>
        ),
      },
      {
        heading: 'Nécessaires',
        body: () => (
          <ul>
            <li>La session, pour rester connecté&nbsp;: cookies sécurisés et nom affiché, 90&nbsp;jours au plus.</li>
            <li>
              L’appareil reconnu, pour que personne ne bloque votre compte par des essais de mot de passe&nbsp;: un
              cookie sécurisé, 180&nbsp;jours.
            </li>
            <li>L’inscription, pour ouvrir la page de paiement&nbsp;: un cookie sécurisé, 12&nbsp;heures.</li>
            <li>Le profil depuis lequel vous vous inscrivez et l’état de votre paiement, jusqu’à la déconnexion.</li>
            <li>Votre choix ci-dessus, avec sa date&nbsp;: six mois au plus.</li>
          </ul>
        ),
      },
      {
        heading: 'Fonctions du site',
        body: () => (
          <ul>
            <li>Le thème et l’affichage que vous choisissez, jusqu’à ce que vous les changiez.</li>
            <li>Les profils affichés, pendant une minute, et les fichiers du site, 30&nbsp;jours, pour aller vite.</li>
            <li>
              Les profils que vous avez ouverts, pour les retrouver hors connexion&nbsp;: douze au plus, 30&nbsp;jours,
              jusqu’à la déconnexion. Cette liste ne quitte pas votre appareil&nbsp;; «&nbsp;Tout refuser&nbsp;»
              l’efface et l’arrête.
            </li>
            <li>L’abonnement aux notifications, si vous l’activez, jusqu’à ce que vous l’arrêtiez.</li>
          </ul>
        ),
      },
      {
        heading: 'Effacer',
        body: () => (
          <p>
            La déconnexion efface la session et les profils ouverts. Les réglages de votre navigateur effacent le
            reste&nbsp;; le site continue de fonctionner.
          </p>
        ),
      },
    ],
  },
};
