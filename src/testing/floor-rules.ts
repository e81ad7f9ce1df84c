import { posix } from 'node:path'

/** What the files of one folder of `src` may import beside each other. */
export interface Floor {
  /** Other folders. */
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
  /** Within `src`, as in `service/api.ts`. */
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

/** The folder of `src` in which a file stands; that of a file in `src` itself is its own name. */
export function floorOf(path: string): string {
  return path.split('/')[0] ?? path
}

/** What is wrong with the imports of a file, in a sentence for each. */
export function judgeImports(file: SourceFile, floors: Floors): string[] {
  const here = floorOf(file.path)
  const floor = floors[here]
  if (floor === undefined) return [`${file.path}: ${here} has no row in the table`]
  return file.imports.flatMap((imported) => {
    const fault = judgeImport(file.path, floor, imported)
    return fault === undefined ? [] : [`${file.path} imports '${imported.specifier}': ${fault}`]
  })
}

function judgeImport(
  from: string,
  floor: Floor | 'anything',
  { specifier, typeOnly }: SourceImport,
): string | undefined {
  const here = floorOf(from)
  const target = targetOf(from, specifier)
  if (target === `${here}/index.ts`) return 'a folder does not import its own index'
  if (floor === 'anything' || floorOf(target) === here) return undefined
  const { floors = [], packages = [], types = [], values = [] } = floor
  const isRelative = specifier.startsWith('.')
  const isAmong = (allowed: readonly string[]) =>
    isRelative ? allowed.includes(floorOf(target)) : allowed.some((name) => isOf(name, specifier))
  if (isAmong(isRelative ? floors : packages)) return undefined
  if (!isAmong(types)) return `${here} may not import ${isRelative ? floorOf(target) : specifier}`
  if (typeOnly || values.includes(target)) return undefined
  return `${here} may import only types of ${isRelative ? floorOf(target) : specifier}`
}

function targetOf(from: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}

function isOf(name: string, specifier: string): boolean {
  return specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`)
}

/** Folders that import each other in a circle, as in `store > service > store`. */
export function findCycle(files: readonly SourceFile[]): string | undefined {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const targets = edges.get(floorOf(path)) ?? new Set()
    for (const { specifier } of imports)
      if (specifier.startsWith('.')) targets.add(floorOf(targetOf(path, specifier)))
    edges.set(floorOf(path), targets)
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
