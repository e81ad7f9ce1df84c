import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Guard } from './guard.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const COPIED = ['src', 'package.json', 'tsconfig.json', 'vite.config.ts']
const LINKED = ['node_modules', 'dist']
/** Characters of output that are kept: a long diff may follow the summary. */
const OUTPUT_MAX = 1_000_000
const SHOWN_MAX = 4000

/** A copy of the sources in which tests run, and from which guards can be removed. */
export interface Copy {
  /** Throws with the tests' output unless all of them pass in the unchanged copy. */
  checkAll(tests: readonly string[]): Promise<void>
  /** Removes the guard, runs its test, and puts the guard back. */
  isDetectedWithout(guard: Guard): Promise<boolean>
  close(): Promise<void>
}

export async function copySources(): Promise<Copy> {
  const directory = await mkdtemp(join(tmpdir(), 'checkout-guards-'))
  for (const name of COPIED) await cp(join(ROOT, name), join(directory, name), { recursive: true })
  for (const name of LINKED) await symlink(join(ROOT, name), join(directory, name))
  return {
    async checkAll(tests) {
      const failure = await failureOf(directory, tests)
      if (failure !== undefined)
        throw new Error(`tests fail with every guard in place:\n${failure.slice(-SHOWN_MAX)}`)
    },
    async isDetectedWithout({ name, file, search, replace, test }) {
      const path = join(directory, 'src', file)
      const sound = await readFile(path, 'utf8')
      if (sound.split(search).length !== 2)
        throw new Error(`the guard "${name}" does not stand once in ${file}`)
      await writeFile(
        path,
        sound.replace(search, () => replace),
      )
      try {
        return (await failureOf(directory, [test])) !== undefined
      } finally {
        await writeFile(path, sound)
      }
    },
    close: () => rm(directory, { recursive: true }),
  }
}

/** The output of failed tests, `undefined` when all passed; throws when no test ran. */
async function failureOf(directory: string, tests: readonly string[]): Promise<string | undefined> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const paths = tests.map((test) => join('src', test))
  const child = spawn(process.execPath, [vitest, 'run', '--no-color', ...paths], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_MAX)))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 0) return undefined
  if (/Tests .*\d+ failed/.test(output)) return output
  throw new Error(`the tests ${tests.join(', ')} did not run:\n${output.slice(-SHOWN_MAX)}`)
}
