/** What whoever serves the workshop has to know of it: `dist/sandbox/workshop/workshop.json`. */
export interface WorkshopRecord {
  entry: string
  preloads: string[]
  css: string
  cssHash: string
  importMap: string
  importMapHash: string
  /** Integrity of every script by its address. */
  scripts: Record<string, string>
}
