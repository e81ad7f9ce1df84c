import type { PageCheckout, PageForm } from '#contract/page.ts'
import type { CountryNames } from '../page-data.ts'
import type { Screen } from '../session/screen-of.ts'
import type { Translate } from '#words/words.ts'
import type { NoScriptWords } from '#words/places.ts'

/** The input for rendering without JavaScript. */
export interface Visit {
  checkout: PageCheckout
  screen: Screen
  /** The requested form, or the submitted one with errors. */
  form: PageForm | null
  /** The formatted deadline. */
  payBy: string | null
  /** The URL's query. */
  search: URLSearchParams
  /** All countries, if there is a form. */
  countries: CountryNames
  t: Translate
  words: NoScriptWords
}

/** The page's URL with another query; keeps the chosen language. */
export function addressOf({ search }: Pick<Visit, 'search'>, query: Record<string, string>) {
  const locale = search.get('locale')
  return `?${new URLSearchParams({ ...query, ...(locale !== null && { locale }) })}`
}

/** Marks a return from a form, so that a completed payment counts as new. */
export const AFTER_FORM = { from: 'form' }
