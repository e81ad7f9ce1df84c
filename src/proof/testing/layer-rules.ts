import { posix } from 'node:path'

/** Allowed imports of one folder of `src`. */
export interface Layer {
  /** Other folders, with everything in them. */
  layers?: readonly string[]
  /** Packages; `node:` stands for all built-in modules. */
  packages?: readonly string[]
  /** Folders and packages that may be imported as types only. */
  types?: readonly string[]
  /** Single files of those folders that may be imported as values, too. */
  values?: readonly string[]
}

export type Layers = Readonly<Record<string, Layer | 'anything'>>

export interface SourceFile {
  /** Relative to `src`, as `server/api/api.ts`. */
  path: string
  imports: readonly SourceImport[]
}

export interface SourceImport {
  specifier: string
  typeOnly: boolean
}

const STATEMENTS = [
  /^[ \t]*import\s+(?<type>type\s+)?(?:[\w$*\s{},]+?\s+from\s+)?['"](?<specifier>[^'"]+)['"]/gm,
  /^[ \t]*export\s+(?<type>type\s+)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s+from\s+['"](?<specifier>[^'"]+)['"]/gm,
  /\bimport\(\s*['"](?<specifier>[^'"]+)['"]\s*\)/g,
]

/** All imports and exports from other modules in a source. */
export function readImports(source: string): SourceImport[] {
  return STATEMENTS.flatMap((statement) =>
    Array.from(source.matchAll(statement), ({ groups = {} }) => ({
      specifier: groups['specifier'] ?? '',
      typeOnly: groups['type'] !== undefined,
    })),
  )
}

/** The row of a file: the longest that prefixes its path; otherwise the first segment of the path. */
export function layerOf(path: string, layers: Layers): string {
  const rows = Object.keys(layers).filter((row) => isWithin(path, row))
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? path.split('/')[0] ?? path
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** Violations of a file, one sentence each. */
export function judgeImports(file: SourceFile, layers: Layers): string[] {
  const here = layerOf(file.path, layers)
  const layer = layers[here]
  if (layer === undefined) return [`${file.path}: ${here} has no row in the table`]
  return file.imports.flatMap((imported) => {
    const fault = judgeImport(file.path, layers, imported)
    return fault === undefined ? [] : [`${file.path} imports '${imported.specifier}': ${fault}`]
  })
}

function judgeImport(
  from: string,
  table: Layers,
  { specifier, typeOnly }: SourceImport,
): string | undefined {
  const here = layerOf(from, table)
  const layer = table[here]
  const target = targetOf(from, specifier)
  if (target === `${here}/index.ts`) return 'a folder does not import its own index'
  if (layer === undefined || layer === 'anything' || layerOf(target, table) === here)
    return undefined
  const { layers = [], packages = [], types = [], values = [] } = layer
  const isOwn = isOfProject(specifier)
  const isAmong = (allowed: readonly string[]) =>
    isOwn
      ? allowed.some((folder) => isWithin(layerOf(target, table), folder))
      : allowed.some((name) => isOf(name, specifier))
  const what = isOwn ? layerOf(target, table) : specifier
  if (isAmong(isOwn ? layers : packages)) return undefined
  if (!isAmong(types)) return `${here} may not import ${what}`
  if (typeOnly || values.includes(target)) return undefined
  return `${here} may import only types of ${what}`
}

/** Whether an import names a file of the project: relative, or by the name of its wing (`#domain/money.ts`). */
function isOfProject(specifier: string): boolean {
  return specifier.startsWith('.') || specifier.startsWith('#')
}

/** The imported file, relative to `src`; a package by its name. */
function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}

function isOf(name: string, specifier: string): boolean {
  return specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`)
}

/** A cycle of folders, as `store > service > store`. */
export function findCycle(files: readonly SourceFile[], layers: Layers): string | undefined {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const here = layerOf(path, layers)
    const targets = edges.get(here) ?? new Set()
    for (const { specifier } of imports)
      if (isOfProject(specifier)) targets.add(layerOf(targetOf(path, specifier), layers))
    edges.set(here, targets)
  }
  return cycleIn(edges)
}

/** A cycle of files, types included, as `a/x.ts > b/y.ts > a/x.ts`. */
export function findFileCycle(files: readonly SourceFile[]): string | undefined {
  const targetsOf = ({ path, imports }: SourceFile) =>
    imports.map(({ specifier }) => targetOf(path, specifier))
  return cycleIn(new Map(files.map((file) => [file.path, new Set(targetsOf(file))])))
}

/** A way in the graph that ends where it begins; an edge to itself is none. */
function cycleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  const done = new Set<string>()
  function walk(here: string, way: readonly string[]): string | undefined {
    if (way.includes(here)) return [...way.slice(way.indexOf(here)), here].join(' > ')
    if (done.has(here)) return undefined
    for (const next of edges.get(here) ?? []) {
      const cycle = next === here ? undefined : walk(next, [...way, here])
      if (cycle !== undefined) return cycle
    }
    done.add(here)
    return undefined
  }
  for (const start of edges.keys()) {
    const cycle = walk(start, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}
