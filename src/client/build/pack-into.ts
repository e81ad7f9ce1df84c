import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { declare } from './declarations.ts'
import { licencesOf } from './licences.ts'
import { manifestOf, type Project } from './manifest.ts'

const ROOT = join(import.meta.dirname, '../../..')

export interface Packed {
  tarball: string
  files: number
  bytes: number
}

/** Builds the published package in `directory/package` and its tarball in `directory`. */
export async function packInto(directory: string): Promise<Packed> {
  const folder = join(directory, 'package')
  const project = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Project
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const bundled = await bundle(folder, { root: ROOT, version: project.version })
  declare(folder, ROOT)
  cpSync(join(ROOT, 'src/client/tools/bin'), join(folder, 'bin'), { recursive: true })
  cpSync(join(ROOT, 'src/client/build/package-readme.md'), join(folder, 'README.md'))
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), licencesOf(bundled))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(project), null, 2)}\n`)
  return pack(folder, directory)
}

function pack(folder: string, directory: string): Packed {
  const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', directory], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [packed] = JSON.parse(answer) as {
    filename: string
    entryCount: number
    unpackedSize: number
  }[]
  if (packed === undefined) throw new Error('npm packed nothing')
  const { filename, entryCount, unpackedSize } = packed
  return { tarball: join(directory, filename), files: entryCount, bytes: unpackedSize }
}
