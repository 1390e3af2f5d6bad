import Bowser from 'bowser';

/** Longer values come from no browser, and the parser's regular expressions would read every character. */
const MAX_LENGTH = 512;
const UNKNOWN = 'Appareil inconnu';

/** French names that differ from the parser's. */
const BROWSERS: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
};
/** Browsers known to the parser. For others it returns text of the client, which would then appear in mails. */
const KNOWN_BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: Record<string, string> = { 'Chrome OS': 'ChromeOS' };

const systemOf = ({ os, platform }: Bowser.Parser.ParsedResult): string | undefined => {
  if (os.name === 'iOS') return platform.model ?? 'iOS';
  if (os.name === 'Android' && platform.type === 'tablet') return 'tablette Android';
  return os.name && (SYSTEMS[os.name] ?? os.name);
};

/**
 * Returns a description by which users recognise a device: "Chrome sur Android", "Safari sur iPhone".
 * @param userAgent value sent by the client; only known names of it are returned
 */
export const describeDevice = (userAgent: string | undefined): string => {
  if (!userAgent?.trim() || userAgent.length > MAX_LENGTH) return UNKNOWN;
  const parsed = Bowser.parse(userAgent);
  const { name: browser = '' } = parsed.browser;
  const name = KNOWN_BROWSERS.has(browser) && parsed.os.name && (BROWSERS[browser] ?? browser);
  return name ? `${name} sur ${systemOf(parsed)}` : UNKNOWN;
};
