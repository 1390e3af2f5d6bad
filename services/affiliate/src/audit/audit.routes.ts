import { AUDIT_PAGE } from 'contracts/audit';
import type { AuditPage } from 'contracts/audit';
import { actionText, AUDIT_ACTOR_TEXTS, AUDIT_KIND_TEXTS, changeText } from 'contracts/audit-texts';
import { formatNumber } from 'contracts/numbers';
import { getAffiliateAudit, getAudit } from 'contracts/operations/overview';
import type { AuditQuery } from 'contracts/operations/overview';
import type { Response } from 'express';
import type { Mount } from 'service-kit/mount-operation';
import { openTo } from '../affiliates/affiliate-access.ts';
import type { AffiliateService } from '../affiliates/affiliate.service.ts';
import { sendCsv } from '../csv.ts';
import type { Cell } from '../csv.ts';
import type { AuditRepository, AuditScope } from './audit.repository.ts';

/** Maximum number of rows in a spreadsheet; filters give access to older entries. */
const CSV_LIMIT = 5_000;

const table = ({ entries, next }: AuditPage): Cell[][] => [
  ['Date (Paris)', 'Auteur', 'Action', 'Type', 'Slug', 'Nom', 'Changements'],
  ...entries.map(({ at, actor, action, count, subject, changes }) => [
    new Date(at),
    actor.name ?? AUDIT_ACTOR_TEXTS[actor.role],
    actionText({ action, count }),
    AUDIT_KIND_TEXTS[subject.kind],
    subject.slug,
    subject.name,
    changes.map(changeText).join(' ; '),
  ]),
  ...(next === null
    ? []
    : [
        [
          `Seuls les ${formatNumber(CSV_LIMIT)} derniers changements figurent ici\u00a0: choisissez une période pour les autres.`,
        ],
      ]),
];

export const auditRoutes = (
  mount: Mount,
  { affiliateService, trail }: { affiliateService: AffiliateService; trail: AuditRepository },
): void => {
  const result = async (scope: AuditScope, query: AuditQuery, name: string, response: Response): Promise<AuditPage> => {
    if (query.format !== 'csv') return trail.page(scope, query, query.limit ?? AUDIT_PAGE.default);
    const page = await trail.page(scope, query, CSV_LIMIT);
    sendCsv(response, name, table(page));
    return page;
  };
  mount(getAudit, ({ query }, { response }) =>
    result({ affiliateId: null, readerId: null }, query, 'journal', response),
  );
  mount(getAffiliateAudit, async ({ params, query }, { viewer, response }) => {
    const { id, slug } = await openTo(affiliateService, viewer, params.slug);
    return result(
      { affiliateId: id, readerId: viewer.role === 'administrator' ? null : id },
      query,
      `journal-${slug}`,
      response,
    );
  });
};
