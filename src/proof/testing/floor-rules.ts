import { posix } from 'node:path'

/** What the files of one folder of `src` may import beside each other. */
export interface Floor {
  /** Other folders, with all that is in them. */
  floors?: readonly string[]
  /** Packages, with whatever they export; `node:` stands for all that Node brings. */
  packages?: readonly string[]
  /** Folders and packages of which only types may be imported. */
  types?: readonly string[]
  /** Single files of those folders that may be imported as values, too. */
  values?: readonly string[]
}

export type Floors = Readonly<Record<string, Floor | 'anything'>>

export interface SourceFile {
  /** Within `src`, as in `server/api/api.ts`. */
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

/** Everything that a source text imports or exports from elsewhere. */
export function readImports(source: string): SourceImport[] {
  return STATEMENTS.flatMap((statement) =>
    Array.from(source.matchAll(statement), ({ groups = {} }) => ({
      specifier: groups['specifier'] ?? '',
      typeOnly: groups['type'] !== undefined,
    })),
  )
}

/** The row of the table for a file: the longest that its path begins with; without one, the first name of the path. */
export function floorOf(path: string, floors: Floors): string {
  const rows = Object.keys(floors).filter((row) => isWithin(path, row))
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? path.split('/')[0] ?? path
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** What is wrong with the imports of a file, in a sentence for each. */
export function judgeImports(file: SourceFile, floors: Floors): string[] {
  const here = floorOf(file.path, floors)
  const floor = floors[here]
  if (floor === undefined) return [`${file.path}: ${here} has no row in the table`]
  return file.imports.flatMap((imported) => {
    const fault = judgeImport(file.path, floors, imported)
    return fault === undefined ? [] : [`${file.path} imports '${imported.specifier}': ${fault}`]
  })
}

function judgeImport(
  from: string,
  table: Floors,
  { specifier, typeOnly }: SourceImport,
): string | undefined {
  const here = floorOf(from, table)
  const floor = table[here]
  const target = targetOf(from, specifier)
  if (target === `${here}/index.ts`) return 'a folder does not import its own index'
  if (floor === undefined || floor === 'anything' || floorOf(target, table) === here)
    return undefined
  const { floors = [], packages = [], types = [], values = [] } = floor
  const isRelative = specifier.startsWith('.')
  const isAmong = (allowed: readonly string[]) =>
    isRelative
      ? allowed.some((folder) => isWithin(floorOf(target, table), folder))
      : allowed.some((name) => isOf(name, specifier))
  const what = isRelative ? floorOf(target, table) : specifier
  if (isAmong(isRelative ? floors : packages)) return undefined
  if (!isAmong(types)) return `${here} may not import ${what}`
  if (typeOnly || values.includes(target)) return undefined
  return `${here} may import only types of ${what}`
}

function targetOf(from: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}

function isOf(name: string, specifier: string): boolean {
  return specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`)
}

/** Folders that import each other in a circle, as in `store > service > store`. */
export function findCycle(files: readonly SourceFile[], floors: Floors): string | undefined {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const here = floorOf(path, floors)
    const targets = edges.get(here) ?? new Set()
    for (const { specifier } of imports)
      if (specifier.startsWith('.')) targets.add(floorOf(targetOf(path, specifier), floors))
    edges.set(here, targets)
  }
  const done = new Set<string>()
  function walk(floor: string, way: readonly string[]): string | undefined {
    if (way.includes(floor)) return [...way.slice(way.indexOf(floor)), floor].join(' > ')
    if (done.has(floor)) return undefined
    for (const next of edges.get(floor) ?? []) {
      const cycle = next === floor ? undefined : walk(next, [...way, floor])
      if (cycle !== undefined) return cycle
    }
    done.add(floor)
    return undefined
  }
  for (const floor of edges.keys()) {
    const cycle = walk(floor, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}
