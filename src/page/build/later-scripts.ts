interface Script {
  fileName: string
  isEntry: boolean
  imports: readonly string[]
  dynamicImports: readonly string[]
}

/**
 * Throws when a lazily loaded script imports one that is not loaded yet. WebKit applies the import map's integrity to
 * the URL given to `import()`, but not to that script's own imports, and CSP then blocks them. A script that the entry
 * loads may import only the entry and the entry's static imports; a script that the view loads may import the view,
 * too.
 */
export function checkLaterScripts(scripts: readonly Script[], view?: string): void {
  const [entry, ...later] = scripts.toSorted((a, b) => Number(b.isEntry) - Number(a.isEntry))
  if (entry === undefined) return
  const first = [entry.fileName, ...entry.imports]
  for (const { fileName, imports } of later) {
    if (first.includes(fileName)) continue
    const isOfEntry = entry.dynamicImports.includes(fileName)
    const loaded = isOfEntry ? first : [...first, view]
    const refused = imports.find((path) => !loaded.includes(path))
    if (refused === undefined) continue
    throw new Error(`WebKit would refuse ${refused}, which ${fileName} imports: put both in one`)
  }
}
