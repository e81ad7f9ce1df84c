import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const TSCONFIG = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    types: ['node'],
    moduleDetection: 'force',
    paths: { 'hosted-checkout': ['../../src/client/index.ts'] },
  },
  include: ['*.ts'],
}

/** Creates an empty folder in the project, where imports resolve to its packages. */
export function scratchDirectory(): string {
  // Outside the build, which another test searches.
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  const directory = mkdtempSync(join(ROOT, 'test-results/call-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** Compiler errors of files that use the published client, as `name.ts(1,2): error …`. */
export function typeErrorsOf(files: Readonly<Record<string, string>>): string[] {
  const directory = scratchDirectory()
  for (const [name, source] of Object.entries(files)) writeFileSync(join(directory, name), source)
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', directory, '--pretty', 'false'], {
      cwd: directory,
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    return (error as { stdout: string }).stdout.trim().split(/\n(?! )/)
  }
}
