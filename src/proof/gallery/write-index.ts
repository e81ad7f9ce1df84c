import { readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { inlineJson } from '#page/bff/document.ts'
import { PROJECT_ROOT } from '#page/build/paths.ts'
import { LANGUAGES } from '#words/languages.ts'
import type { GalleryOptions } from './options.ts'
import type { GalleryState } from './states/state.ts'
import type { Fault } from './take-pictures.ts'

const ASSETS = join(import.meta.dirname, 'assets')
const TOKENS = join(PROJECT_ROOT, 'src/page/web/styles/tokens.css')

interface Findings {
  faults: readonly Fault[]
  /** The pictures that differ from those of the earlier run. */
  changed: readonly string[]
}

/** Writes the index page: one self-contained file. */
export async function writeIndex(
  { out, compare, languages, widths, themes }: GalleryOptions,
  states: readonly GalleryState[],
  { faults, changed }: Findings,
): Promise<string> {
  const [template, style, script, tokens] = await Promise.all([
    ...['index.html', 'index.css', 'index.js'].map((name) => readFile(join(ASSETS, name), 'utf8')),
    readFile(TOKENS, 'utf8'),
  ])
  const data = {
    languages: LANGUAGES.filter(({ tag }) => languages.includes(tag))
      .map(({ tag, name }) => ({ tag, name }))
      .toSorted((one, other) => languages.indexOf(one.tag) - languages.indexOf(other.tag)),
    widths,
    themes,
    states: states.map(({ name, group, title }) => ({ name, group, title })),
    faults,
    earlier: compare === undefined ? null : relative(out, compare).replaceAll(sep, '/'),
    changed,
  }
  const html = (template ?? '')
    .replace('/*style*/', () => `${tokens}\n${style}`)
    .replace('/*data*/', () => inlineJson(data))
    .replace('/*script*/', () => script ?? '')
  const path = join(out, 'index.html')
  await writeFile(path, html)
  return path
}
