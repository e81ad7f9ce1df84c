import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'

const ENTRIES = ['client/index.d.ts', 'client/testing/index.d.ts']
/** A problem's title is a text that may change. */
const TITLE = /(?<=^ {8}readonly title: )(?:'[^'\n]*'|"[^"\n]*")(?=;$)/gm
/** The package needs the keys of the page's sentences, not their English. */
const SENTENCE = /(?<=^    )readonly ('[\w.-]+': )(?:'.*'|".*")(?=;$)/gm
/** Tables of a language's file other than the page's, and the types that they need. */
const OTHER_WORDS =
  /^(?:import type .* from '.\/places.ts'|export declare const \w+: \w+Words);\n/gm
/** A relative import, or one of another wing by its name (`#contract/fetch.ts`), which only this project knows. */
const SPECIFIER = /(?<=['"])[.#][\w./-]+(?=['"])/g

/**
 * Emits the package's declarations, and type-checks the tools against Node 20. Each declaration is written twice, for ES
 * modules and for CommonJS, which TypeScript distinguishes by the nearest package.json.
 */
export function declare(directory: string, root: string): void {
  const compiled = mkdtempSync(join(tmpdir(), 'hosted-checkout-types-'))
  try {
    compile(root, 'src/client/tools', [])
    for (const project of ['src/client', 'src/client/testing'])
      compile(root, project, ['--outDir', compiled])
    for (const [path, text] of reachable(compiled)) {
      const target = join(directory, 'types', path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
  } finally {
    rmSync(compiled, { recursive: true })
  }
  cpSync(join(directory, 'types'), join(directory, 'cjs/types'), { recursive: true })
}

function compile(root: string, project: string, options: readonly string[]): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [tsc, '-p', project, ...options], { cwd: root, stdio: 'inherit' })
}

/** The entries' declarations and their transitive imports, by path, with relative `.js` specifiers. */
function reachable(directory: string): Map<string, string> {
  const found = new Map<string, string>()
  const waiting = [...ENTRIES]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const whole = readFileSync(join(directory, path), 'utf8')
    const isWords = path.startsWith('words/')
    const text = isWords
      ? whole.replaceAll(OTHER_WORDS, '').replaceAll(SENTENCE, '$1string')
      : whole.replaceAll(TITLE, 'string')
    for (const [specifier] of text.matchAll(SPECIFIER))
      waiting.push(targetOf(path, specifier).replace(/\.ts$/, '.d.ts'))
    const declared = text
      .replaceAll(SPECIFIER, (specifier) => relativeTo(path, targetOf(path, specifier)))
      // Tabs save a tenth of the installed size.
      .replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4))
    found.set(path, declared)
  }
  return found
}

/** The imported file, as a path below `src`. */
function targetOf(path: string, specifier: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(path), specifier)
}

function relativeTo(path: string, target: string): string {
  const way = posix.relative(posix.dirname(path), target).replace(/\.ts$/, '.js')
  return way.startsWith('.') ? way : `./${way}`
}
