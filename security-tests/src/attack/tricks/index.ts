import type { TrickClass } from '../attempt.ts';
import type { RowKind } from '../row-kinds.ts';
import { bodiesWithoutMeaning } from './bodies-without-meaning.ts';
import { cachedRows } from './cached-rows.ts';
import { chunkExtensions, chunkSizes, trailers } from './chunks.ts';
import { connectionOptions } from './connection-options.ts';
import { expectations, upgrades } from './expect-and-upgrade.ts';
import { fieldNames, fieldValues, foldedLines, lineEnds } from './field-syntax.ts';
import { malformedLengths } from './lengths.ts';
import { paths } from './paths.ts';
import { createPipelines } from './pipelines.ts';
import { methods, targetForms, versions } from './request-lines.ts';
import { createSegments, earlyEnds } from './segments.ts';
import { lengthAndCoding, transferEncodings } from './transfer-encodings.ts';

/** Creates every class of tricks, after the catalogue of parser differences of narfindustries/http-garden. */
export const createTrickClasses = (rows: readonly RowKind[]): TrickClass[] => [
  lengthAndCoding,
  transferEncodings,
  bodiesWithoutMeaning,
  malformedLengths,
  connectionOptions,
  chunkExtensions,
  chunkSizes,
  trailers,
  expectations,
  upgrades,
  targetForms,
  versions,
  methods,
  lineEnds,
  foldedLines,
  fieldNames,
  fieldValues,
  paths,
  createPipelines(rows),
  createSegments(rows),
  earlyEnds,
  cachedRows,
];
