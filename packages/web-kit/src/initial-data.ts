import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { NotFoundDocument } from 'contracts/pages';
import { createContext, createElement, useContext } from 'react';
import type { ReactNode } from 'react';
import { queryKeys } from './query.ts';

/** Data from which the server rendered the page, embedded as JSON so that the browser hydrates with the same. */
export interface InitialData {
  siteTitle: string;
  /** Address of the site, for absolute links. */
  publicUrl: string;
  /** Time of the rendering, milliseconds since 1970: server and browser compute with it, so that the first screen is the same. */
  renderedAt: number;
  /** Whether the page's HTML was rendered by the server; otherwise the browser starts from an empty page. */
  isRendered: boolean;
  /** Public responses by query key; `null` data means that the entity does not exist (404). */
  queries: { key: QueryKey; data: unknown }[];
  /** Kind of not-found page: the document is the same for every such path, so the slug comes from the address. */
  notFound?: NotFoundDocument;
}

export const INITIAL_DATA_ID = 'initial-data';
const EMPTY: InitialData = { siteTitle: 'Coulisses', publicUrl: '', renderedAt: 0, isRendered: false, queries: [] };

/** Reads the JSON block of the page; empty for a page without one, such as a micro-frontend that runs alone. */
export const readInitialData = (document: Document): InitialData => {
  const text = document.getElementById(INITIAL_DATA_ID)?.textContent;
  return text
    ? (JSON.parse(text) as InitialData)
    : { ...EMPTY, publicUrl: document.location.origin, renderedAt: Date.now() };
};

/** Returns the query data that a not-found page implies. */
const notFoundQueries = (document: NotFoundDocument | undefined, path: string): InitialData['queries'] => {
  const [, first = '', second = ''] = path.split('/');
  if (document === 'model' || document === 'live') return [{ key: queryKeys.model(first), data: null }];
  return document === 'partner' ? [{ key: queryKeys.affiliate(second), data: null }] : [];
};

/**
 * Adds the server's responses to the query client, with their age.
 * @param path path of the page
 */
export const seedQueries = (
  client: QueryClient,
  { queries, notFound, renderedAt }: InitialData,
  path: string,
): void => {
  for (const { key, data } of [...queries, ...notFoundQueries(notFound, path)])
    client.setQueryData(key, data, { updatedAt: renderedAt });
};

const Context = createContext<InitialData>(EMPTY);

/** Provides the value of `useInitialData`. */
export const InitialDataProvider = ({ value, children }: { value: InitialData; children?: ReactNode }) =>
  createElement(Context.Provider, { value }, children);
/** Returns the initial data of the page; empty without a provider. */
export const useInitialData = (): InitialData => useContext(Context);
