import { listServedSources, readSource } from './sources.ts'

/** A file of the product, and what it exports. */
export interface Source {
  path: string
  text: string
  names: readonly string[]
}

const EXPORTED = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm

/** Every source file of the product. Documents name one by what it exports, so that it can be moved. */
export function readSources(): Source[] {
  return listServedSources()
    .filter((path) => /\.(?:tsx?|js|sql)$/.test(path))
    .map((path) => {
      const text = readSource(path)
      return { path, text, names: [...text.matchAll(EXPORTED)].map(([, name = '']) => name) }
    })
}

/** The names in a document: `name()`, `new Name()` or `const NAME`. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/`(?:new )?(\w+)\(\)`|`const (\w+)`/g)].map(
    ([, called, constant]) => called ?? constant ?? '',
  )
}

/** The files of which the list names nothing, and the names in the list that no such file exports. */
export function compareNames(listed: readonly string[], found: readonly Source[]) {
  const exported = new Set(found.flatMap(({ names }) => names))
  return {
    unlisted: found
      .filter(({ names }) => !names.some((name) => listed.includes(name)))
      .map(({ path }) => path),
    gone: listed.filter((name) => !exported.has(name)),
  }
}
