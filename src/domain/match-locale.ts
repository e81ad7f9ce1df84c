/**
 * Locale matching by likely subtags (UTS #35): the locale with the language and script of `wish`, preferably with its
 * region. pt matches pt-BR, zh-SG zh-CN, und-JP ja. Undefined when none matches.
 */
export function matchLocale(wish: string, locales: readonly string[]): string | undefined {
  // The most frequent case; a comparison by Intl is slow.
  if (locales.includes(wish)) return wish
  const wanted = likelyLocale(wish)
  if (wanted === undefined) return undefined
  const readable = locales.filter((locale) => {
    const { language, script } = knownLocale(locale)
    return language === wanted.language && script === wanted.script
  })
  return readable.find((locale) => knownLocale(locale).region === wanted.region) ?? readable[0]
}

/** Languages served by a close relative; Unicode's likely subtags lack these. */
const RELATIVES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }

/** The canonical tag (iw becomes he) with likely script and region; undefined for a malformed tag (BCP 47). */
function likelyLocale(tag: string): Intl.Locale | undefined {
  try {
    const locale = new Intl.Locale(tag)
    const language = RELATIVES[locale.language] ?? locale.language
    return new Intl.Locale(locale, { language }).maximize()
  } catch {
    return undefined
  }
}

const known = new Map<string, Intl.Locale>()

/** Memoized: the available locales are few and looked up with every request. */
function knownLocale(tag: string): Intl.Locale {
  const locale = known.get(tag) ?? new Intl.Locale(tag).maximize()
  known.set(tag, locale)
  return locale
}
