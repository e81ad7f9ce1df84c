import type { Page } from 'playwright'
import type { Checkout } from '../../../contract/checkout.ts'

/** A screen of the page, by what the API answers and what the shopper does to get there. */
export interface GalleryState {
  /** As in `--states`, and in the names of the pictures. */
  name: string
  group: string
  title: string
  /** What reading the session answers. */
  session: Checkout | Error
  /** What each press answers; without it none is made. */
  answer?: Checkout | Error | 'never'
  /** Of the page's address. */
  search?: string
  act?: (page: Page) => Promise<void>
  /** Not the page, but what else a shopper is sent. */
  document?: (language: string) => string | Promise<string>
  /** What the page asks for at these addresses, and never gets. */
  withheld?: string
  /** As it comes out of a printer. */
  printed?: true
  /** The page as it is before its script has come, or without any. */
  script?: false
  /** Requests of the page fail: the browser says so on its console, and is right. */
  failing?: true
}

export type UngroupedState = Omit<GalleryState, 'group'>
