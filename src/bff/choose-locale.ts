import { matchLocale } from '../domain/match-locale.ts'

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
