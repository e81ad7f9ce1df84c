import { readAcceptLanguage } from '../../domain/accept-language.ts'
import { matchLocale } from '../../domain/match-locale.ts'

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
