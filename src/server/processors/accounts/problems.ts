import type { z } from 'zod'

export type Path = readonly PropertyKey[]

/** Collects what is wrong with an accounts file, by place. Only the first problem of a place counts. */
export interface Problems {
  report: (path: Path, problem: string) => void
  /** Notes from where the value of a place was read, as `file:bank.key`. A problem of that place names the source. */
  noteSource: (path: Path, source: string) => void
  /** Whether something within this place was reported. */
  has: (path: Path) => boolean
  all: () => string[]
  /** Checks a part of the file; undefined where it is wrong. */
  parse: <T>(path: Path, schema: z.ZodType<T>, value: unknown) => T | undefined
}

export function createProblems(): Problems {
  const found = new Map<string, string>()
  const sources = new Map<string, string>()
  function report(path: Path, problem: string): void {
    const place = placeOf(path)
    if (!found.has(place)) found.set(place, problem)
  }
  return {
    report,
    noteSource: (path, source) => void sources.set(placeOf(path), source),
    has: (path) => {
      const place = placeOf(path)
      return [...found.keys()].some((other) => other === place || other.startsWith(`${place}.`))
    },
    all: () =>
      [...found].map(([place, problem]) => {
        const source = sources.get(place)
        const named = source === undefined ? place : `${place} (${source})`
        return place === '' ? problem : `${named} ${problem}`
      }),
    parse(path, schema, value) {
      const parsed = schema.safeParse(value)
      for (const issue of parsed.error?.issues ?? [])
        report([...path, ...issue.path], issue.message)
      return parsed.data
    },
  }
}

function placeOf(path: Path): string {
  return path.map(String).join('.')
}
