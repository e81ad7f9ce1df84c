import type { Environment } from '#contract/environment.ts'

/** What a server needs to know of a build: `dist/<environment>/build.json`. */
export interface BuildRecord {
  environment: Environment
  checkoutUrl: string
  /** URL path of the module that makes the form take a press, and loads the view. */
  entry: string
  /** URL path of the module that hydrates the page. */
  view: string
  /** Modules that the entry imports statically. */
  preloads: string[]
  /** Inline styles, and their hash for `style-src`. */
  css: string
  cssHash: string
  /** Inline script of the head, and its hash for `script-src`. */
  early: string
  earlyHash: string
  /** Import map with the integrity of every module, lazy ones included; and its hash. */
  importMap: string
  importMapHash: string
  /** URL paths of the words, by language. */
  words: Record<string, string>
  /** URL paths of the country names, by language. */
  countries: Record<string, string>
  /** Integrity of every script, by URL path. */
  scripts: Record<string, string>
}
