import type { PageCheckout, PageForm } from '../../../contract/page.ts'
import type { CountryNames } from '../page-data.ts'
import type { Screen } from '../session/screen-of.ts'
import type { Say } from '../../../words/words.ts'
import type { NoScriptWords } from '../../../words/no-script-words.ts'

/** What the server knows when it writes for a browser without script. */
export interface Visit {
  checkout: PageCheckout
  screen: Screen
  /** The form that was asked for, or that comes back. */
  form: PageForm | null
  /** The instant after which it is too late to pay, as text. */
  payBy: string | null
  /** The query of the address. */
  search: URLSearchParams
  /** All of them, where there is a form. */
  countries: CountryNames
  say: Say
  words: NoScriptWords
}

/** The same page with another query; the language that was chosen stays. */
export function addressOf({ search }: Pick<Visit, 'search'>, query: Record<string, string>) {
  const locale = search.get('locale')
  return `?${new URLSearchParams({ ...query, ...(locale !== null && { locale }) })}`
}

/** After a form: a payment that is found done is a fresh one. */
export const AFTER_FORM = { from: 'form' }
