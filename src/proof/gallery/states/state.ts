import type { Page } from 'playwright'
import type { Checkout } from '#contract/checkout.ts'
import type { Environment } from '#contract/environment.ts'

/** A screen of the page: the API's responses, and the shopper's actions. */
export interface GalleryState {
  /** As in `--states`, and in the pictures' file names. */
  name: string
  group: string
  title: string
  /** Response to reading the session. */
  session: Checkout | Error
  /** Response to a payment request; absent: none is made. */
  answer?: Checkout | Error | 'never'
  /** Query of the page's URL. */
  search?: string
  act?: (page: Page) => Promise<void>
  /** Makes another document to picture in place of the page. */
  document?: (language: string, environment: Environment) => string | Promise<string>
  /** Shoppers in production never see this state. */
  sandboxOnly?: true
  /** URLs whose requests never complete. */
  withheld?: string
  /** In the print layout. */
  printed?: true
  /** The page before its script has loaded, or without script. */
  script?: false
  /** Requests of the page fail, so errors on the console are expected. */
  failing?: true
}

export type UngroupedState = Omit<GalleryState, 'group'>
