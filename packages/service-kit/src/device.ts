import Bowser from 'bowser';

/** Longer ones are no browser's, and the parser's patterns read each character. */
const MAX_LENGTH = 512;
const UNKNOWN = 'Appareil inconnu';

/** French names where the parser's are not what people call it. */
const BROWSERS: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
};
/** Browsers that the parser knows; for others it returns the client's own words, which mails would carry. */
const KNOWN_BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: Record<string, string> = { 'Chrome OS': 'ChromeOS' };

const systemOf = ({ os, platform }: Bowser.Parser.ParsedResult): string | undefined => {
  if (os.name === 'iOS') return platform.model ?? 'iOS';
  if (os.name === 'Android' && platform.type === 'tablet') return 'tablette Android';
  return os.name && (SYSTEMS[os.name] ?? os.name);
};

/**
 * A device by which a person recognises it: "Chrome sur Android", "Safari sur iPhone".
 * @param userAgent the client's own description; nothing of it but known names is returned
 */
export const describeDevice = (userAgent: string | undefined): string => {
  if (!userAgent?.trim() || userAgent.length > MAX_LENGTH) return UNKNOWN;
  const parsed = Bowser.parse(userAgent);
  const { name: browser = '' } = parsed.browser;
  const name = KNOWN_BROWSERS.has(browser) && parsed.os.name && (BROWSERS[browser] ?? browser);
  return name ? `${name} sur ${systemOf(parsed)}` : UNKNOWN;
};
