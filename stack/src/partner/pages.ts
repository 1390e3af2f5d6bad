import { OFFER_TEXTS } from 'contracts/offer';
import { escapeHtml } from 'service-kit/html';
import { PARAMETERS } from './transactions.ts';
import type { Parameters, Transaction } from './transactions.ts';

const MEANINGS: Record<(typeof PARAMETERS)[number], string> = {
  source_id: 'Source',
  sub1: 'Identifiant du clic',
  sub2: 'Affilié',
  sub3: 'E-mail',
  sub4: 'Référence du paiement',
  sub5: 'Pixel publicitaire',
  sub6: 'E-mail',
  sub7: 'Téléphone',
  sub8: 'Prénom',
  sub9: 'Nom',
};

const page = (title: string, body: string) => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><p>Partenaire de paiement (bac à sable)</p><nav><a href="/transactions">Transactions</a></nav></header>
<main>
${body}
</main>
</body>
</html>
`;

const transactionForm = ({ id }: Transaction, action: 'refund' | 'cancel', label: string) =>
  `<form method="post" action="/${action}"><input type="hidden" name="transaction_id" value="${escapeHtml(id)}"><button class="quiet" name="action" value="${action}">${label}</button></form>`;

const transactionTable = (transactions: readonly Transaction[]) => {
  const rows = transactions.map((transaction) => {
    const { id, amount, currency, refundedAt, cancelledAt } = transaction;
    const states = [refundedAt ? 'Remboursée' : 'Payée', ...(cancelledAt ? ['Résiliée'] : [])];
    const forms = [
      refundedAt ? '' : transactionForm(transaction, 'refund', 'Rembourser'),
      cancelledAt ? '' : transactionForm(transaction, 'cancel', 'Résilier'),
    ];
    return `<tr><td><code>${escapeHtml(id)}</code></td><td>${amount === '' ? 'inconnu' : escapeHtml(`${amount} ${currency}`)}</td><td>${states.join(', ')}</td><td>${forms.join('')}</td></tr>`;
  });
  return `<div class="scroll"><table><thead><tr><th>Transaction</th><th>Montant</th><th>État</th><td></td></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
};

/**
 * Renders the payment page: the parameters of the redirect, and buttons that a real partner does not have.
 * @param wayBack address for a payer who leaves without paying
 */
export const paymentPage = (parameters: Parameters, paid: readonly Transaction[], wayBack: string): string => {
  const received = PARAMETERS.map(
    (name) =>
      `<tr><th scope="row"><code>${name}</code></th><td>${MEANINGS[name]}</td><td>${parameters[name] === undefined ? '<span class="absent">absent</span>' : `<strong>${escapeHtml(parameters[name])}</strong>`}</td></tr>`,
  );
  const hidden = PARAMETERS.map((name) =>
    parameters[name] === undefined
      ? ''
      : `<input type="hidden" name="${name}" value="${escapeHtml(parameters[name])}">`,
  );
  return page(
    `Paiement de ${OFFER_TEXTS.price} (bac à sable)`,
    `<h1>Payer ${OFFER_TEXTS.price}</h1>
<p class="lead">${OFFER_TEXTS.both}. Ici rien n’est débité\u00a0: choisissez ce que le partenaire doit répondre.</p>
<form method="post" action="/pay">
${hidden.join('')}
<div class="actions">
<button class="primary" name="action" value="accept">Accepter</button>
<button name="action" value="decline">Refuser</button>
<button name="action" value="duplicate">Envoyer deux fois</button>
</div>
<div class="actions late">
<label>Retard en secondes <input name="seconds" type="number" min="0" max="600" value="5" inputmode="numeric"></label>
<button name="action" value="late">Accepter en retard</button>
</div>
</form>
<p><a href="${escapeHtml(wayBack)}">Revenir au site sans payer</a></p>
${paid.length > 0 ? `<h2>Déjà payé avec cette référence</h2>${transactionTable(paid)}` : ''}
<h2>Paramètres reçus</h2>
<div class="scroll"><table><tbody>${received.join('')}</tbody></table></div>`,
  );
};

export const transactionsPage = (transactions: readonly Transaction[]): string =>
  page(
    'Transactions (bac à sable)',
    `<h1>Transactions</h1>${transactions.length > 0 ? transactionTable(transactions) : '<p class="lead">Aucune transaction pour le moment.</p>'}`,
  );

export const declinedPage = (comeBack: string): string =>
  page(
    'Paiement refusé (bac à sable)',
    `<h1>Paiement refusé</h1><p class="lead">La banque a refusé le paiement. Rien n’a été débité.</p><p class="actions"><a class="button primary" href="${escapeHtml(comeBack)}">Revenir au site</a></p>`,
  );

export const faultPage = (sentence: string): string =>
  page('Demande refusée (bac à sable)', `<h1>Demande refusée</h1><p class="lead">${escapeHtml(sentence)}</p>`);
