import { globSync, mkdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '#package.json' with { type: 'json' }
import { tarballName } from './tarball-name.ts'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCES = [
  'src/{client,contract,domain,words}/**/*.{ts,cjs,md}',
  'package-lock.json',
  'LICENSE',
]

/**
 * `pack.ts [--if-changed] [directory]`: the last line of output is the tarball's path, relative to the project. With
 * `--if-changed` a tarball that is newer than its sources stays.
 */
const { values, positionals } = parseArgs({
  options: { 'if-changed': { type: 'boolean' } },
  allowPositionals: true,
})
const target = resolve(positionals[0] ?? join(ROOT, 'dist'))
const tarball = join(target, tarballName(packageJson.version))
if (values['if-changed'] !== true || isOld(tarball)) {
  mkdirSync(target, { recursive: true })
  // Imported lazily: Vite is only needed when something has changed.
  const { packInto } = await import('./pack-into.ts')
  const { files, bytes } = await packInto(target)
  process.stdout.write(`${files} files, ${bytes} bytes unpacked\n${relative(ROOT, tarball)}\n`)
}

function isOld(file: string): boolean {
  const changedMs = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const paths = globSync(SOURCES, { cwd: ROOT }).map((path) => join(ROOT, path))
  return paths.some((path) => changedMs(path) > changedMs(file))
}
