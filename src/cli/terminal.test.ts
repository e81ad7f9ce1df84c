import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..')
/** The files that are run, and what they give to the commands. */
const OWN_PROCESS = new Set([
  'cli/main.ts',
  'cli/run-process.ts',
  'client/tools/main.ts',
  'client/tools/command-line/terminal.ts',
])
const OF_THE_PROCESS =
  /\bprocess\.(env|argv|stdin|stdout|stderr|exit|exitCode|on|once|off|emit)\b|\bconsole\.\w+\(|\bstyleText\(/g

it('commands reach the process through their terminal alone', () => {
  const files = globSync(['cli/**/*.ts', 'client/tools/**/*.ts'], { cwd: SRC }).filter(
    (file) => !/\.test\.ts$|^cli\/build\/|style\.ts$/.test(file) && !OWN_PROCESS.has(file),
  )
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((file) =>
    Array.from(
      readFileSync(join(SRC, file), 'utf8').matchAll(OF_THE_PROCESS),
      ([use]) => `${file}: ${use}`,
    ),
  )
  expect(found).toEqual([])
})
