/**
 * The locale of the wish's language and script, of its region where there are several: pt is pt-BR, zh-SG is zh-CN. A
 * wish of a region alone is its likeliest language: und-JP is ja.
 */
export function matchLocale(wish: string, locales: readonly string[]): string | undefined {
  const wanted = likelyLocale(wish)
  if (wanted === undefined) return undefined
  const readable = locales.filter((locale) => {
    const { language, script } = knownLocale(locale)
    return language === wanted.language && script === wanted.script
  })
  return readable.find((locale) => knownLocale(locale).region === wanted.region) ?? readable[0]
}

/** Readers of these are served by a close relative, which Unicode does not say. */
const RELATIVES: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }

/** The tag in its canonical form (iw is he) with its likely script and region; nothing for what is no tag (BCP 47). */
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

/** The locales to choose from are few, and asked for with every wish. */
function knownLocale(tag: string): Intl.Locale {
  const locale = known.get(tag) ?? new Intl.Locale(tag).maximize()
  known.set(tag, locale)
  return locale
}
