import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')
const PACK = join(ROOT, 'src/client/build/pack.ts')

export interface PackedPackage {
  tarball: string
  /** Output of packing. */
  output: string
  /** Unpacks it into a project's node_modules. */
  installInto(project: string): string
  remove(): void
}

/** Packs the published package, as `npm run pack` does. */
export function packPackage(): PackedPackage {
  const directory = mkdtempSync(join(tmpdir(), 'hosted-checkout-packed-'))
  const output = execFileSync(process.execPath, [PACK, directory], { cwd: ROOT, encoding: 'utf8' })
  const tarball = resolve(ROOT, output.trim().split('\n').at(-1) ?? '')
  return {
    tarball,
    output,
    installInto: (project) => unpackInto(project, tarball),
    remove: () => rmSync(directory, { recursive: true }),
  }
}

/** Installs the package that a server hands out, as its reference says: by the address that stands there. */
export async function installFrom(apiUrl: string, project: string): Promise<string> {
  const reference = await (await fetch(`${apiUrl}/docs`)).text()
  const address = /npm install (\S+\.tgz)/.exec(reference)?.[1]
  if (address === undefined) throw new Error('the server has no package: npm run build')
  const tarball = join(project, 'package.tgz')
  writeFileSync(tarball, new Uint8Array(await (await fetch(address)).arrayBuffer()))
  return unpackInto(project, tarball)
}

function unpackInto(project: string, tarball: string): string {
  const packages = join(project, 'node_modules')
  mkdirSync(packages, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', packages])
  const installed = join(packages, 'hosted-checkout')
  renameSync(join(packages, 'package'), installed)
  return installed
}

/** Links packages of this project into another. */
export function linkPackages(project: string, names: readonly string[]): void {
  for (const name of names)
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name), 'junction')
}
