import { readAcceptLanguage } from '#domain/accept-language.ts'
import { matchLocale } from '#domain/match-locale.ts'

/** Sources of the shopper's language, strongest first. */
export interface LocaleWishes {
  /** The `locale` of the page's URL: the shopper's own choice. */
  query: string | null
  /** The session's; "auto" defers to the browser. */
  session: string | null
  acceptLanguage: string | null
}

/** The first wish that one of `locales` matches; otherwise the first of `locales`. */
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
