/** One row of docs/language.md: words of the private dialect, and what the field says instead. */
export interface Term {
  use: string;
  /** Whole words: also found as part of a camel-case or kebab-case name. */
  words?: string[];
  /** For what only a phrase gives away. */
  phrases?: RegExp[];
  /** Text around a match in which it is the field's own term. */
  allowed?: RegExp;
}

export const TERMS: Term[] = [
  { use: 'request, response', words: ['answer', 'answers', 'answered', 'answering', 'unanswered'] },
  {
    use: 'request, query, require',
    words: ['ask', 'asks', 'asked', 'asking'],
    allowed: /\bask(s|ed)? for (a|the) (password|code)/i,
  },
  { use: 'publish, emit, notify, report', words: ['tell', 'tells', 'told', 'telling', 'untold'] },
  { use: 'state, report, print, list', words: ['say', 'says', 'said', 'saying'] },
  { use: 'consume, subscribe, handle', words: ['hear', 'hears', 'heard', 'hearing', 'learns', 'learnt', 'learned'] },
  // The name of a Secret in existing clusters.
  { use: 'cache, cached, stored, retained', words: ['kept'], allowed: /kept-secrets/ },
  {
    use: 'store, retain, preserve',
    words: ['keeper', 'keepers'],
    // Names, and what is stored; "keeps the draft" is plain English.
    phrases: [
      /[kK]eep(s|ing)?(?=[A-Z])|\bKEEPS?_/,
      /\bkeeps? (an? )?(files?|rows?|uploads?|entry|entries|projections?|data)\b/i,
    ],
    // HTTP and names of libraries.
    allowed: /keep-?alive|keep(PreviousData|Values|DirtyValues|Socket)|KEEP_ALIVE/i,
  },
  {
    use: 'rejected, denied, declined',
    words: ['refuse', 'refuses', 'refused', 'refusing', 'refusal', 'refusals'],
    // Consent is refused (GDPR, article 7); error codes and the partner's parameter are part of the interface; French.
    allowed:
      /consent|visitor|accept|REFUSAL|[a-z](Refuse|Refusal|RefusedAll)\b|_REFUSED\b|paiement|navigateur|^ +'refuse',$/i,
  },
  {
    use: 'evict, invalidate, delete',
    words: ['forget', 'forgets', 'forgetting', 'forgotten'],
    allowed: /forgotten.?password/i,
  },
  {
    use: 'unavailable, unreachable, down',
    phrases: [/\b(is|are|was|were|be|been|being|goes|go|went|stay|stays|stayed) (away|gone)\b/i, /\bwhile away\b/i],
  },
  {
    use: 'retry, redeliver, requeue',
    phrases: [/\b(come|comes|came|coming) back later\b/i, /\bonce more\b/i],
  },
  {
    use: 'client, caller, user, subscriber, operator',
    words: ['nobody', 'somebody', 'whoever', 'whomever'],
    phrases: [/\bno one\b/i, /\bthe one (that|who)\b/i, /\bwho (asks|comes|waits?)\b/i, /\bone's own\b/i],
    // The unprivileged account of Unix systems.
    allowed: /['"]nobody['"]/,
  },
  {
    use: 'lock, slot, waiter, semaphore',
    words: ['lane', 'lanes'],
    phrases: [/\b(its|his|their|whose|next) turn\b/i, /\bin-turn\b|\binTurn\b/i, /\btakes? turns\b/i],
  },
  { use: 'tombstone, soft delete', words: ['bury', 'buries', 'buried', 'burying'] },
  { use: 'redirect to the home page', phrases: [/\bled home\b/i] },
  { use: 'dashboard', words: ['desk', 'desks'] },
  { use: 'route guard, login form', words: ['gate', 'gates'] },
  {
    use: 'empty state, query boundary',
    phrases: [/<\/?(Blank|Waiting)P?\b/, /\b(const|function) (Blank|Waiting)P?\b/],
  },
  {
    use: 'fix, recover, repair',
    words: ['mend', 'mends', 'mended', 'mending'],
    phrases: [/\b(get|gets|getting) well\b/i],
  },
  { use: 'idempotent, deduplicate', phrases: [/\btwice is nothing\b/i] },
  {
    use: 'timeout, deadline, poll interval',
    phrases: [/\b(is|are|was|were|be) waited for\b/i, /\blooks (at|into)\b/i],
  },
  { use: 'graceful shutdown, drain', phrases: [/\bthe stop\b/i, /\bstop.?wish\b/i] },
  { use: 'rendition, variant', phrases: [/\bsizes? of (a|the) (picture|image)s?\b/i] },
  {
    use: 'a noun or a verb at the beginning of a docstring',
    phrases: [/^\s*(\/\*\*|\*) (What|Of|As|Those|Where|How|Who|Whose) [a-z]+/],
  },
  {
    use: 'the unit under test',
    phrases: [/\bdescribe(\.\w+)?\(\s*['"`](what|whatever|who|whose|how|where|when|of)\b/i],
  },
  {
    use: 'docs/*.md#anchor, an RFC or a vendor page',
    phrases: [/\bsections? \d+/i, /\((the )?design\b/i, /\bhouse rules?\b/i],
    allowed: /RFC ?\d+|OWASP|ASVS|WCAG|§/,
  },
];

const pattern = (word: string) => {
  const capital = word[0]?.toUpperCase() + word.slice(1);
  return `(?<![A-Za-z])${word}(?![a-z])|${capital}(?![a-z])|(?<![A-Za-z])${word.toUpperCase()}(?![A-Za-z])`;
};

export const MATCHERS = TERMS.map(({ use, words = [], phrases = [], allowed }) => ({
  use,
  allowed,
  pattern: new RegExp(
    [
      ...words.map(pattern),
      ...phrases.map(({ source, flags }) => (flags.includes('i') ? `(?i:${source})` : source)),
    ].join('|'),
    'g',
  ),
}));
