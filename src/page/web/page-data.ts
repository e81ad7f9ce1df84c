import type { PageCheckout, PageProblem } from '../../contract/page.ts'
import type { SandboxWords } from '../../words/sandbox-words.ts'
import type { Words } from '../../words/words.ts'

export type CountryNames = readonly (readonly [code: string, name: string])[]

/** What the server puts into the page beside the markup: enough to hydrate it without asking again. */
export interface PageData {
  locale: string
  direction: 'ltr' | 'rtl'
  words: Words
  /** `null` in production. */
  sandbox: SandboxWords | null
  /** The shop's and the shopper's, only when the page asks for an address. */
  countries: CountryNames
  /** Where the names of all countries are; `null` when nobody asks for them. */
  countriesPath: string | null
  /** Where the card is typed in; `null` when the session takes none. */
  cardFrameUrl: string | null
  reference: string | null
  checkout: PageCheckout | null
  problem: PageProblem | null
}

export const ROOT_ELEMENT_ID = 'root'
/** Of what a page says that did not come to life. */
export const NOTICE_ELEMENT_ID = 'not-alive'
const PAGE_DATA_ELEMENT_ID = 'page-data'

/** Reads the page's data back. Not validated: it comes with the page, from the same build. */
export function readPageData(document: Document): PageData {
  const text = document.getElementById(PAGE_DATA_ELEMENT_ID)?.textContent
  if (text == null) throw new Error(`the page has no #${PAGE_DATA_ELEMENT_ID}`)
  return JSON.parse(text) as PageData
}
