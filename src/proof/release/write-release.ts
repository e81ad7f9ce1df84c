import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import packageJson from '#package.json' with { type: 'json' }
import { ENVIRONMENTS, type Environment } from '#contract/environment.ts'
import { bundleServer } from '#cli/build/bundle-server.ts'
import { packInto } from '#client/build/pack-into.ts'
import { buildBase, buildImage, openImageStore } from '../testing/container/build-image.ts'
import { runTool } from '../testing/container/run-tool.ts'
import { npmSbom } from './npm-sbom.ts'
import { git, PROJECT } from './read-facts.ts'
import { faultsOfSbom, Sbom, steadySbom } from './write-sbom.ts'

const NAME = packageJson.name
const VERSION = packageJson.version
export const SUMS = 'SHA256SUMS'

export interface Commit {
  id: string
  /** When it was made, in ISO 8601. */
  at: string
}

export function headCommit(): Commit {
  const [id = '', at = ''] = git('log', '-1', '--format=%H %cI').trim().split(' ')
  return { id, at }
}

/** Empties the folder of a release. */
export function emptyFolder(directory: string): void {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
}

/** Writes the package that merchants install. */
export async function writePackage(directory: string): Promise<void> {
  await packInto(directory)
  rmSync(join(directory, 'package'), { recursive: true })
}

/** Writes the commit's files as a source archive. */
export async function writeSource(directory: string, { id }: Commit): Promise<void> {
  const name = `${NAME}-${VERSION}-source`
  const file = join(directory, `${name}.tar.gz`)
  await runTool(
    'git',
    ['archive', `--prefix=${name}/`, '--format=tar.gz', '-o', file, id],
    {},
    PROJECT,
  )
}

/** Writes the server of one environment with its pages, as an image contains it, without Node and without a database. */
export async function writeServer(
  directory: string,
  environment: Environment,
  commit: Commit,
): Promise<void> {
  const name = `${NAME}-${VERSION}-${environment}`
  const folder = join(directory, name)
  await bundleServer(environment, folder)
  if (environment === 'production') refuseSandbox(folder)
  await pack(directory, name, commit)
}

/** Packs a folder into a reproducible tarball, which depends only on the files and the commit, and removes the folder. */
async function pack(directory: string, name: string, { at }: Commit): Promise<void> {
  const steady = ['--sort=name', `--mtime=${at}`, '--owner=0', '--group=0', '--numeric-owner']
  const tar = join(directory, `${name}.tar`)
  await runTool('tar', [...steady, '--mode=go=rX,u+rw', '-cf', tar, '-C', directory, name])
  await runTool('gzip', ['--no-name', '-9', tar])
  rmSync(join(directory, name), { recursive: true })
}

function refuseSandbox(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const own = files.filter((path) => /(^|\/)sandbox\//.test(path))
  if (own.length > 0) throw new Error(`production's server holds the sandbox: ${own[0]}`)
}

/** Software bill of materials, CycloneDX 1.5. Throws where it lacks something. */
export async function sbomOf(commit: Commit): Promise<string> {
  const text = steadySbom(await npmSbom(), commit, NAME)
  const dependencies = Object.keys(packageJson.dependencies)
  const faults = faultsOfSbom(Sbom.parse(JSON.parse(text)), { version: VERSION, dependencies })
  if (faults.length > 0) throw new Error(`the SBOM is wrong: ${faults.join('; ')}`)
  return text
}

export async function writeSbom(directory: string, commit: Commit): Promise<void> {
  writeFileSync(join(directory, `${NAME}-${VERSION}.cdx.json`), await sbomOf(commit))
}

/** Production's image of 117 MiB takes 44 MiB at this level, and 46 MiB at buildah's default. */
const COMPRESSION = ['--compression-format', 'gzip', '--compression-level', '9']

/** Images of both environments as archives of OCI; resolves to the digest of each, by which it is pulled. */
export async function writeImages(
  directory: string,
  commit: Commit,
  note: (line: string) => void,
): Promise<Record<string, string>> {
  const scratch = await mkdtemp(join(tmpdir(), 'checkout-release-'))
  const store = openImageStore(scratch)
  const digests: Record<string, string> = {}
  try {
    note("images: the base of Debian's packages")
    await buildBase(store)
    for (const environment of ENVIRONMENTS) {
      note(`images: ${environment}`)
      const name = `${NAME}-${VERSION}-${environment}-image`
      const digestFile = join(scratch, `${environment}.digest`)
      await buildImage(store, { environment, tag: environment })
      await store.buildah(
        'push',
        '--quiet',
        '--digestfile',
        digestFile,
        ...COMPRESSION,
        environment,
        `oci:${join(directory, name)}:${VERSION}`,
      )
      digests[environment] = readFileSync(digestFile, 'utf8').trim()
      await pack(directory, name, commit)
    }
  } finally {
    await store.buildah('rm', '--all')
    await rm(scratch, { recursive: true, force: true })
  }
  return digests
}

/** The digest of each file, as `sha256sum --check` reads it. */
export function writeSums(directory: string): string {
  const lines = readdirSync(directory)
    .filter((name) => name !== SUMS)
    .toSorted()
    .map((name) => {
      const bytes = readFileSync(join(directory, name))
      return `${createHash('sha256').update(bytes).digest('hex')}  ${basename(name)}`
    })
  const text = `${lines.join('\n')}\n`
  writeFileSync(join(directory, SUMS), text)
  return text
}
