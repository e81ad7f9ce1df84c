import { chmodSync, cpSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Environment } from '#contract/environment.ts'
import { runTool } from './run-tool.ts'

const PROJECT = join(import.meta.dirname, '../../../..')
const CONTAINERFILE = join(PROJECT, 'src/cli/deploy/image/Containerfile')
/** The name by which the Containerfile finds its base. */
const BASE = 'docker.io/library/node:24-bookworm-slim'
const CERTIFICATES = '/etc/ssl/certs'

/** A store of images of its own, beside those of the machine. */
export interface ImageStore {
  directory: string
  buildah: (...args: string[]) => Promise<string>
}

/** Opens a store in the folder, which only buildah uses. */
export function openImageStore(directory: string): ImageStore {
  const own = ['--root', join(directory, 'root'), '--runroot', join(directory, 'run')]
  return {
    directory,
    buildah: async (...args) => (await runTool('buildah', [...own, ...args])).trim(),
  }
}

/**
 * Makes the Containerfile's base without a registry of images: Debian's packages, and the Node and npm of this machine, under
 * the name that the Containerfile has for it.
 */
export async function buildBase({ directory, buildah }: ImageStore): Promise<void> {
  const archive = join(directory, 'base.tar')
  const packages = 'ca-certificates,binutils,libstdc++6'
  await runTool('mmdebstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', archive])
  const container = await buildah('from', 'scratch')
  const root = await buildah('mount', container)
  await runTool('tar', ['-xf', archive, '-C', root])
  const local = join(root, 'usr/local')
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true })
  cpSync(process.execPath, join(local, 'bin/node'), { dereference: true })
  chmodSync(join(local, 'bin/node'), 0o755)
  cpSync(await npmFolder(), join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
  await buildah('commit', '--quiet', container, BASE)
  await buildah('rm', container)
}

/** The folder of the npm that is on the path. */
async function npmFolder(): Promise<string> {
  const found = (await runTool('sh', ['-c', 'command -v npm'])).trim()
  return dirname(dirname(realpathSync(found)))
}

/** Builds the image of an environment as the guide says, from nothing but the base. Returns its digest. */
export async function buildImage(
  store: ImageStore,
  {
    environment,
    tag,
    checkoutUrl,
  }: { environment: Environment; tag: string; checkoutUrl?: string },
): Promise<string> {
  const registry = (await runTool('npm', ['config', 'get', 'registry'])).trim()
  const authorities = process.env['NODE_EXTRA_CA_CERTS']
  const flags = ['--isolation', 'chroot', '--pull-never', '--no-cache', '--timestamp', '0']
  const own = [`ENVIRONMENT=${environment}`, `NPM_CONFIG_REGISTRY=${registry}`]
  if (checkoutUrl !== undefined) own.push(`CHECKOUT_URL=${checkoutUrl}`)
  if (authorities !== undefined) {
    flags.push('--volume', `${CERTIFICATES}:${CERTIFICATES}:ro`)
    own.push(`NODE_EXTRA_CA_CERTS=${resolve(authorities)}`)
  }
  flags.push(...own.flatMap((argument) => ['--build-arg', argument]))
  await store.buildah('bud', ...flags, '--file', CONTAINERFILE, '--tag', tag, PROJECT)
  return (await inspect(store, tag)).FromImageID
}

/** The image's configuration of how it runs. */
export interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  StopSignal: string
  Volumes: Record<string, object>
}

export interface MountedImage {
  root: string
  config: ImageConfig
}

/** The file system of an image, and its configuration. */
export async function mountImage(store: ImageStore, tag: string): Promise<MountedImage> {
  const container = await store.buildah('from', '--pull-never', tag)
  const root = await store.buildah('mount', container)
  return { root, config: (await inspect(store, tag)).OCIv1.config }
}

interface Inspected {
  FromImageID: string
  OCIv1: { config: ImageConfig }
}

async function inspect({ buildah }: ImageStore, tag: string): Promise<Inspected> {
  return JSON.parse(await buildah('inspect', '--type', 'image', tag)) as Inspected
}
