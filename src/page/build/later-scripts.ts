interface Script {
  fileName: string
  isEntry: boolean
  imports: readonly string[]
}

/**
 * Throws when a lazily loaded script imports another one. WebKit applies the import map's integrity to the URL given to
 * `import()`, but not to that script's own imports, and CSP then blocks them.
 */
export function checkLaterScripts(scripts: readonly Script[]): void {
  const [entry, ...later] = scripts.toSorted((a, b) => Number(b.isEntry) - Number(a.isEntry))
  const first = [entry?.fileName, ...(entry?.imports ?? [])]
  for (const { fileName, imports } of later) {
    if (first.includes(fileName)) continue
    const refused = imports.find((path) => !first.includes(path))
    if (refused === undefined) continue
    throw new Error(`WebKit would refuse ${refused}, which ${fileName} imports: put both in one`)
  }
}
