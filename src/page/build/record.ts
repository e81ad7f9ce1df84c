import type { Environment } from '../../contract/environment.ts'

/** What whoever serves a build has to know of it: `dist/<environment>/build.json`. */
export interface BuildRecord {
  environment: Environment
  checkoutUrl: string
  /** Address of the module that brings the page to life. */
  entry: string
  /** Modules that the entry imports at once. */
  preloads: string[]
  /** Styles for the page's `<style>`, and their hash for `style-src`. */
  css: string
  cssHash: string
  /** The script for the page's head, and its hash for `script-src`. */
  early: string
  earlyHash: string
  /** Integrity of every module, lazy ones included, for `<script type="importmap">`; and its hash. */
  importMap: string
  importMapHash: string
  /** Addresses of the names of all countries by language. */
  countries: Record<string, string>
  /** Integrity of every script by its address. */
  scripts: Record<string, string>
}
