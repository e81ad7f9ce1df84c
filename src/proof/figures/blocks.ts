import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Which command writes a block. */
export const BLOCKS = {
  page: 'npm run figures',
  bench: 'npm run bench -- --write',
  adapter: 'npm run bench:adapter -- --write',
  'adapter-adyen': 'npm run bench:adapter -- --adapter adyen --write',
  finding: 'npm run bench:finding -- --write',
  document: 'npm run bench:document -- --write',
  growth: 'npm run bench:fill -- --write',
  worker: 'npm run bench:worker -- --write',
} as const
export type BlockName = keyof typeof BLOCKS

/** The document with the figures, relative to the project. */
export const FIGURES_DOCUMENT = 'docs/guides/reliability.md'
const PATH = join(import.meta.dirname, '../../..', FIGURES_DOCUMENT)

const END = '<!-- /figures -->'
const begin = (name: BlockName) => `<!-- figures: ${name}, written by ${BLOCKS[name]} -->`

export const readFigures = () => readFile(PATH, 'utf8')

/** What stands between a block's markers. Throws when the document has no such block. */
export function readBlock(document: string, name: BlockName): string {
  const start = document.indexOf(begin(name)) + begin(name).length
  const end = document.indexOf(END, start)
  if (start < begin(name).length || end === -1)
    throw new Error(`${FIGURES_DOCUMENT} has no block ${begin(name)}`)
  return document.slice(start, end).trim()
}

/** Writes a block of the document. */
export async function writeBlock(name: BlockName, text: string): Promise<void> {
  const document = await readFigures()
  const before = `${begin(name)}\n\n${readBlock(document, name)}\n\n${END}`
  if (!document.includes(before)) throw new Error(`${begin(name)} must stand between empty lines`)
  await writeFile(
    PATH,
    document.replace(before, () => `${begin(name)}\n\n${text}\n\n${END}`),
  )
}

/** A table in Markdown; the second column is of numbers. */
export function markdownTable(heads: readonly string[], rows: readonly string[][]): string {
  const rules = heads.map((_, index) => (index === 1 ? '--:' : '---'))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), `|${rules.join('|')}|`, ...rows.map(line)].join('\n')
}

/** A sentence with the command and the day of a measurement. */
export function measuredBy(command: string, now: Date): string {
  return `Measured by \`${command}\` on ${now.toISOString().slice(0, 10)}.`
}
