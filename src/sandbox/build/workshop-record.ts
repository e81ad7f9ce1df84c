/** The manifest of the built workshop, for its server: `dist/sandbox/workshop/workshop.json`. */
export interface WorkshopRecord {
  entry: string
  preloads: string[]
  css: string
  cssHash: string
  importMap: string
  importMapHash: string
  /** Subresource integrity of every script, by address. */
  scripts: Record<string, string>
}
