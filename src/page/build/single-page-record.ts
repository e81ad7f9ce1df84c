/** The manifest of pages that a script renders entirely in the browser, for their server. */
export interface SinglePageRecord {
  entry: string
  preloads: string[]
  css: string
  cssHash: string
  importMap: string
  importMapHash: string
  /** Subresource integrity of every script, by address. */
  scripts: Record<string, string>
}
