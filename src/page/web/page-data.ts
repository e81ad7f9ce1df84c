import type { PageCheckout, PageProblem } from '#contract/page.ts'
import type { ImageSize } from '#domain/image-size.ts'
import type { SandboxWords } from '#words/places.ts'
import type { Words } from '#words/words.ts'

export type CountryNames = readonly (readonly [code: string, name: string])[]

/** The words of a language, loaded with the view from a file of the build. */
export interface PageWords {
  words: Words
  /** `null` in production. */
  sandbox: SandboxWords | null
}

/** The data for hydration, embedded as JSON. */
export interface DocumentData {
  locale: string
  direction: 'ltr' | 'rtl'
  /** What the form says before it is hydrated; these replace the loaded ones. */
  words: Partial<Words>
  /** The path of `PageWords`. */
  wordsPath: string
  /** The merchant's and the shopper's country, only when an address is collected. */
  countries: CountryNames
  /** The path of all country names; `null` when no address is collected. */
  countriesPath: string | null
  /** The path to which a CEP is appended to look up its address; absent when the operator has no service for it. */
  postalCodesPath?: string
  /** `null` when the session takes no cards. */
  cardFrameUrl: string | null
  reference: string | null
  checkout: PageCheckout | null
  problem: PageProblem | null
  /** The size of the merchant's logo in pixels; absent while it is not known. */
  logoSize?: ImageSize
}

/** What the page is rendered from. */
export type PageData = Omit<DocumentData, keyof PageWords | 'wordsPath'> & PageWords

export function pageOf(data: DocumentData, { words, sandbox }: PageWords): PageData {
  return { ...data, words: { ...words, ...data.words }, sandbox }
}

export const ROOT_ELEMENT_ID = 'root'
/** The id of the notice that hydration failed. */
export const NOTICE_ELEMENT_ID = 'not-alive'
const PAGE_DATA_ELEMENT_ID = 'page-data'

/** Not validated: the data comes from the same build. */
export function readPageData(document: Document): DocumentData {
  const text = document.getElementById(PAGE_DATA_ELEMENT_ID)?.textContent
  if (text == null) throw new Error(`the page has no #${PAGE_DATA_ELEMENT_ID}`)
  return JSON.parse(text) as DocumentData
}
