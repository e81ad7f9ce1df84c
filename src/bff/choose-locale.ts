const HEADER_LENGTH_MAX = 512

/** What says which language the shopper reads, strongest first. */
export interface LocaleWishes {
  /** The `locale` of the page's address: the shopper's own choice. */
  query: string | null
  /** The session's; "auto" leaves it to the browser. */
  session: string | null
  acceptLanguage: string | null
}

/** The first wish that one of `locales` satisfies; the first of `locales` when none does. */
export function chooseLocale(
  { query, session, acceptLanguage }: LocaleWishes,
  locales: readonly string[],
): string {
  const wishes = [query, session === 'auto' ? null : session, ...readAcceptLanguage(acceptLanguage)]
  for (const wish of wishes) {
    const locale = wish === null ? undefined : matchLocale(wish, locales)
    if (locale !== undefined) return locale
  }
  return locales[0] ?? 'en'
}

/** A locale of the wish's language and script, of its region where there are several: pt is pt-BR, zh-SG is zh-CN. */
function matchLocale(wish: string, locales: readonly string[]): string | undefined {
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

/** The page's own locales are few, and asked for with every wish. */
function knownLocale(tag: string): Intl.Locale {
  const locale = known.get(tag) ?? new Intl.Locale(tag).maximize()
  known.set(tag, locale)
  return locale
}

/** The language tags of the header, best first (RFC 9110, 12.5.4). */
function readAcceptLanguage(header: string | null): string[] {
  if (header === null) return []
  return header
    .slice(0, HEADER_LENGTH_MAX)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
      return { tag, weight: Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
