import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Guard } from './guard.ts'

/** Stands above the guarded line, in TypeScript or in SQL. */
const GUARDED = /^ *(?:\/\/|--) guard: (\S+)$/
/** Stands in the file of the test that must turn red. */
const TESTS = /^\/\/ tests guard: (\S+)$/
const READ = /\.(?:tsx?|sql)$/

/** The files with a marker, by their paths from `src`; one of each, where all is well. */
export interface Place {
  files: string[]
  tests: string[]
}

/** Every marker in the sources. */
export function findPlaces(src: string): Map<string, Place> {
  const places = new Map<string, Place>()
  const placeOf = (marker: string) => {
    const place = places.get(marker) ?? { files: [], tests: [] }
    places.set(marker, place)
    return place
  }
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' })
  for (const path of paths.filter((each) => READ.test(each)))
    for (const line of readFileSync(join(src, path), 'utf8').split('\n')) {
      const [, guarded] = GUARDED.exec(line) ?? []
      const [, tested] = TESTS.exec(line) ?? []
      if (guarded !== undefined) placeOf(guarded).files.push(path)
      if (tested !== undefined) placeOf(tested).tests.push(path)
    }
  return places
}

/** The source with another line in place of the guarded one. */
export function withoutGuard(source: string, { marker, instead }: Guard): string {
  const lines = source.split('\n')
  const at = lines.findIndex((line) => GUARDED.exec(line)?.[1] === marker)
  const guarded = lines[at + 1]
  if (at < 0 || guarded === undefined || guarded.trim() === instead)
    throw new Error(`the guard "${marker}" is not replaced`)
  return lines.with(at + 1, instead).join('\n')
}
