import { z } from 'zod';
import { AUDIT_ACTORS, AUDIT_KINDS, AUDIT_PAGE, auditPage } from '../audit.ts';
import { day } from '../days.ts';
import { operation } from '../operation.ts';
import { MODEL_FIGURES_MAX, modelFigures, overview, sourceOf } from '../overview.ts';
import { bySlug } from './shapes.ts';

/** `csv` returns the same data as a spreadsheet. */
const format = z.enum(['json', 'csv'], 'Format inconnu').optional();

/** First and last day in Europe/Paris, at most 366 days; the last thirty days by default. */
const overviewQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  format,
  /** Limits totals and days to one model, by slug; excludes `source`. */
  model: z.string('Modèle inconnu').min(1, 'Modèle inconnu').max(60, 'Modèle inconnu').optional(),
  /** Limits totals and days to one source (sub1). */
  source: z
    .string('Source inconnue')
    .min(1, 'Source inconnue')
    .refine((source) => source === sourceOf(source), 'Source inconnue')
    .optional(),
});
export type OverviewQuery = z.output<typeof overviewQuery>;
export const getOverview = operation({
  id: 'getOverview',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/overview',
  roles: ['administrator'],
  summary: 'What a period brought to the platform, and what is going on',
  query: overviewQuery,
  response: overview,
  errors: ['VALIDATION_FAILED'],
});
export const getAffiliateOverview = operation({
  id: 'getAffiliateOverview',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/:slug/overview',
  roles: ['affiliate', 'administrator'],
  summary: 'What a period brought to one affiliate',
  params: bySlug,
  query: overviewQuery,
  response: overview,
  errors: ['VALIDATION_FAILED', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});

/** Models of one page of a list; an overview of many models lists only some of them. */
const modelFiguresQuery = z.object({
  from: day.optional(),
  to: day.optional(),
  /** Slugs, separated by commas. */
  slugs: z
    .string('Modèles inconnus')
    .transform((text) => [...new Set(text.split(','))])
    .refine(
      (slugs) => slugs.length <= MODEL_FIGURES_MAX && slugs.every((slug) => slug !== '' && slug.length <= 60),
      'Modèles inconnus',
    ),
});
export const getModelFigures = operation({
  id: 'getModelFigures',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/overview/model-figures',
  roles: ['administrator'],
  summary: 'What a period brought to each of some models',
  query: modelFiguresQuery,
  response: modelFigures,
  errors: ['VALIDATION_FAILED'],
});
export const getAffiliateModelFigures = operation({
  id: 'getAffiliateModelFigures',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/:slug/overview/model-figures',
  roles: ['affiliate', 'administrator'],
  summary: 'What a period brought to each of some models by one affiliate',
  params: bySlug,
  query: modelFiguresQuery,
  response: modelFigures,
  errors: ['VALIDATION_FAILED', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});

const auditQuery = z.object({
  kind: z.enum(AUDIT_KINDS, 'Type inconnu').optional(),
  actor: z.enum(AUDIT_ACTORS, 'Auteur inconnu').optional(),
  /** Part of the subject's slug or name. */
  subject: z.string('Recherche invalide').trim().max(100, 'Recherche trop longue').optional(),
  /** First and last day, in Europe/Paris. */
  from: day.optional(),
  to: day.optional(),
  /** `next` of the previous page. */
  before: z.uuid('Suite invalide').optional(),
  limit: z.coerce
    .number('Nombre invalide')
    .int('Nombre invalide')
    .min(1, 'Nombre invalide')
    .max(AUDIT_PAGE.max, 'Nombre invalide')
    .optional(),
  format,
});
export type AuditQuery = z.output<typeof auditQuery>;
export const getAudit = operation({
  id: 'getAudit',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/audit',
  roles: ['administrator'],
  summary: 'Who changed what, and when',
  query: auditQuery,
  response: auditPage,
  errors: ['VALIDATION_FAILED'],
});
export const getAffiliateAudit = operation({
  id: 'getAffiliateAudit',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/:slug/audit',
  roles: ['affiliate', 'administrator'],
  summary: 'Who changed what of one affiliate, its models and their files',
  params: bySlug,
  query: auditQuery,
  response: auditPage,
  errors: ['VALIDATION_FAILED', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
