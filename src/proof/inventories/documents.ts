import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SRC } from './sources.ts'

export const PROJECT = join(SRC, '..')

/** Every document for readers, by its path in the project, with its text. */
export function readDocuments(): Map<string, string> {
  const paths = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], { cwd: PROJECT })
  return new Map(
    paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(PROJECT, path), 'utf8')]),
  )
}

const FENCE = /^ *```(\w*)\n([^]*?)^ *```$/gm

/** The target of every link and picture outside of code. */
export function linksIn(text: string): string[] {
  const prose = text.replaceAll(FENCE, '').replaceAll(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^()\s]+)\)|<(https?:[^>\s]+)>/g)].map(
    ([, target, address]) => target ?? address ?? '',
  )
}

/** The fragments that a document's headings have, as code hosts make them. */
export function anchorsIn(text: string): Set<string> {
  const headings = [...text.replaceAll(FENCE, '').matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set(headings)
}

/** Lines that a reader copies into a shell, continued ones joined, without comments. */
export function shellLinesIn(text: string): string[] {
  return [...text.matchAll(FENCE)].flatMap(([, language = '', block = '']) => {
    const lines = block.replaceAll(/\\\n\s*/g, '').split('\n')
    const typed = /^(?:sh|bash|shell|console)$/.test(language)
      ? lines
      : lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2))
    return typed.map((line) => line.replace(/\s+#\s.*$/, '').trim()).filter(Boolean)
  })
}

/** What stands between single backticks. */
export function codeIn(text: string): string[] {
  return [...text.replaceAll(FENCE, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
    code.replaceAll(/\s+/g, ' '),
  )
}
