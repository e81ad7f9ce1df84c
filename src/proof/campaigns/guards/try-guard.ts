import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Guard } from './guard.ts'
import { findPlaces, withoutGuard } from './places.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const COPIED = ['src', 'e2e', 'package.json', 'tsconfig.json', 'vite.config.ts']
const LINKED = ['node_modules', 'dist']
/** Characters of output that are kept: a long diff may follow the summary. */
const OUTPUT_MAX = 1_000_000
const SHOWN_MAX = 4000

/** A copy of the sources in which tests run, and from which guards can be removed. */
export interface Copy {
  /** Throws unless the guards' tests pass in the unchanged copy, and the copy without any of the guards compiles. */
  checkAll(guards: readonly Guard[]): Promise<void>
  /** The file of the test that must see the guard missing. */
  testOf(guard: Guard): string
  /** Removes the guard, runs its test, and puts the guard back. */
  isDetectedWithout(guard: Guard): Promise<boolean>
  close(): Promise<void>
}

export async function copySources(): Promise<Copy> {
  const directory = await mkdtemp(join(tmpdir(), 'checkout-guards-'))
  for (const name of COPIED) await cp(join(ROOT, name), join(directory, name), { recursive: true })
  for (const name of LINKED) await symlink(join(ROOT, name), join(directory, name))
  const places = findPlaces(join(directory, 'src'))

  function placeOf({ name, marker }: Guard): { path: string; test: string } {
    const { files = [], tests = [] } = places.get(marker) ?? {}
    const [file] = files
    const [test] = tests
    if (file === undefined || test === undefined || files.length + tests.length > 2)
      throw new Error(`the guard "${name}" and its test are not marked once`)
    return { path: join(directory, 'src', file), test }
  }

  async function without<T>(guards: readonly Guard[], work: () => Promise<T>): Promise<T> {
    const sound = new Map<string, string>()
    for (const guard of guards) {
      const { path } = placeOf(guard)
      const source = await readFile(path, 'utf8')
      if (!sound.has(path)) sound.set(path, source)
      await writeFile(path, withoutGuard(source, guard))
    }
    try {
      return await work()
    } finally {
      for (const [path, source] of sound) await writeFile(path, source)
    }
  }

  const testOf = (guard: Guard) => placeOf(guard).test
  return {
    testOf,
    async checkAll(guards) {
      const errors = await without(guards, () => typeErrorsOf(directory))
      if (errors !== undefined)
        throw new Error(`the sources without the guards do not compile:\n${errors}`)
      const failure = await failureOf(directory, [...new Set(guards.map(testOf))])
      if (failure !== undefined)
        throw new Error(`tests fail with every guard in place:\n${failure.slice(-SHOWN_MAX)}`)
    },
    isDetectedWithout: (guard) =>
      without([guard], async () => (await failureOf(directory, [testOf(guard)])) !== undefined),
    close: () => rm(directory, { recursive: true }),
  }
}

/** The compiler's errors, `undefined` where there are none. */
async function typeErrorsOf(directory: string): Promise<string | undefined> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { code, output } = await run(directory, [tsc, '--noEmit', '--pretty', 'false'])
  return code === 0 ? undefined : output.slice(0, SHOWN_MAX)
}

/** The output of failed tests, `undefined` when all passed; throws when no test ran. */
async function failureOf(directory: string, tests: readonly string[]): Promise<string | undefined> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const paths = tests.map((test) => join('src', test))
  const { code, output } = await run(directory, [vitest, 'run', '--no-color', ...paths])
  if (code === 0) return undefined
  if (/Tests .*\d+ failed/.test(output)) return output
  throw new Error(`the tests ${tests.join(', ')} did not run:\n${output.slice(-SHOWN_MAX)}`)
}

async function run(
  directory: string,
  argv: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, argv, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_MAX)))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output }
}
