import { OFFER_TEXTS } from 'contracts/offer';
import { PAYMENT_REDIRECT_PATH } from 'contracts/payment-redirect';

export const STYLE_PATH = `${PAYMENT_REDIRECT_PATH}/style.css`;

/** Content security policy of the page: only its stylesheet. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface PaymentPage {
  title: string;
  sentence: string;
  /** Delay after which the page reloads itself. */
  retryAfterSeconds?: number;
}

/** Renders the page of a payment link that cannot redirect yet; contains no data of the request. */
export const paymentPage = ({ title, sentence, retryAfterSeconds }: PaymentPage): string => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${retryAfterSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${retryAfterSeconds}">\n`}<title>${title}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<h1>${title}</h1>
<p role="status">${sentence}</p>
<p><a class="primary" href="">Réessayer</a> <a href="/">Retour à l’accueil</a></p>
<p>${OFFER_TEXTS.today}.</p>
</main>
</body>
</html>
`;

export const NOT_YET_KNOWN = {
  title: 'Un instant, votre compte se prépare',
  sentence: 'Votre inscription vient d’être reçue. Cette page réessaie d’elle-même dans quelques secondes.',
  retryAfterSeconds: 3,
} as const;
export const UNAVAILABLE = {
  title: 'Paiement momentanément indisponible',
  sentence:
    'Le service de paiement ne répond pas pour l’instant. Cette page réessaie d’elle-même dans quelques secondes.',
  retryAfterSeconds: 5,
} as const;
export const FAILED = {
  title: 'Une erreur est survenue',
  sentence: 'Le paiement n’a pas pu être ouvert. Veuillez réessayer.',
} as const;
