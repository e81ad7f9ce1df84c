interface Script {
  fileName: string
  isEntry: boolean
  imports: readonly string[]
}

/**
 * Throws when a script that is loaded later imports another one that is. WebKit takes the integrity of the import map
 * for what `import()` names, but not for what that script imports in turn, and then the page's policy refuses it.
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
