// The first match counts. The order matters, because most browsers also claim to be others.
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/**
 * Describes the browser and the system in a User-Agent header, for example as `Firefox on Linux`.
 * An unknown browser is called `A browser`; an unknown system is left out.
 */
export function describeBrowser(userAgent = ''): string {
  const named = (names: typeof browsers | typeof systems) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = named(systems);
  return `${named(browsers) ?? 'A browser'}${system ? ` on ${system}` : ''}`;
}
