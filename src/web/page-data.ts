import type { PageCheckout, PageProblem } from '../contract/page.ts'
import type { FieldName } from './payment-form/fields.ts'
import type { SandboxWords } from './sandbox/sandbox-words.ts'
import type { Words } from './words/words.ts'

/** What the server puts into the page beside the markup: enough to hydrate it without asking again. */
export interface PageData {
  locale: string
  direction: 'ltr' | 'rtl'
  words: Words
  /** Only in the sandbox build. */
  sandbox: SandboxWords | null
  /** Tags of all languages with their own names, for the picker. */
  languages: [tag: string, name: string][]
  /** Codes and names, only when the page asks for an address. */
  countries: [code: string, name: string][]
  /** Where the card is typed in; `null` when the session takes none. */
  cardFrameUrl: string | null
  reference: string | null
  checkout: PageCheckout | null
  problem: PageProblem | null
}

/** As it is sent: what the markup says already is not said again. */
export type SentPageData = Omit<PageData, 'countries'> & {
  /** `null` when they stand in the form. */
  countries: PageData['countries'] | null
}

export const ROOT_ELEMENT_ID = 'root'
const PAGE_DATA_ELEMENT_ID = 'page-data'
const COUNTRY_CONTROL_ID = 'country' satisfies FieldName

/** The data to send with a page's markup. */
export function dataBeside(html: string, data: PageData): SentPageData {
  return html.includes(` id="${COUNTRY_CONTROL_ID}"`) ? { ...data, countries: null } : data
}

/** Reads the page's data back. Not validated: it comes with the page, from the same build. */
export function readPageData(document: Document): PageData {
  const text = document.getElementById(PAGE_DATA_ELEMENT_ID)?.textContent
  if (text == null) throw new Error(`the page has no #${PAGE_DATA_ELEMENT_ID}`)
  const sent = JSON.parse(text) as SentPageData
  return { ...sent, countries: sent.countries ?? countriesOf(document) }
}

function countriesOf(document: Document): PageData['countries'] {
  const options = document.querySelectorAll<HTMLOptionElement>(`#${COUNTRY_CONTROL_ID} option`)
  return Array.from(options, ({ value, textContent }) => [value, textContent])
}
