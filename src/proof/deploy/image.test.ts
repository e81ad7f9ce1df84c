import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../testing/cli/process.fixture.ts'
import { testProduction } from '../testing/cli/production-shop.fixture.ts'
import { startProgram } from '../testing/cli/server-process.fixture.ts'
import {
  buildBase,
  buildImage,
  mountImage,
  openImageStore,
  type MountedImage,
} from '../testing/container/build-image.ts'
import { whyNoContainers } from '../testing/container/can-run-containers.ts'
import { runcArguments } from '../testing/container/run-container.ts'

const MEBIBYTE = 1024 * 1024
const IMAGE_BYTES_MAX = 120 * MEBIBYTE
const PROJECT = join(import.meta.dirname, '../../..')
const why = whyNoContainers()

describe.skipIf(why !== undefined)('the image', () => {
  const directory = mkdtempSync(join(tmpdir(), 'checkout-image-'))
  const store = openImageStore(directory)
  let image: MountedImage

  beforeAll(async () => {
    await buildBase(store)
    await buildImage(store, { environment: 'production', tag: 'checkout' })
    image = await mountImage(store, 'checkout')
  }, 600_000)
  afterAll(async () => {
    await store.buildah('umount', '--all')
    await store.buildah('rm', '--all')
    rmSync(directory, { recursive: true, force: true })
  })

  // This test comes first, since a container runtime creates files in the image for what it mounts.
  it('has Node, its libraries, the server and the pages: no shell, no test, no sandbox', () => {
    const files = readdirSync(image.root, {
      recursive: true,
      encoding: 'utf8',
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(image.root.length))
    expect(files.filter((path) => !/^\/(app|lib|lib64)\//.test(path)).toSorted()).toEqual([
      '/etc/group',
      '/etc/nsswitch.conf',
      '/etc/passwd',
      '/usr/bin/node',
    ])
    expect(
      files.filter((path) => /\/sandbox\/|\.test\.|node_modules|\.map$|\/sh$/.test(path)),
    ).toEqual([])
    const bytes = files.map((path) => statSync(join(image.root, path)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(IMAGE_BYTES_MAX)
  })

  describe('takes payments by Node as its first process', () => {
    testProduction(async (own) => {
      // The container's user must be able to read this folder.
      chmodSync(own, 0o755)
      let containers = 0
      const container = (args: readonly string[], variables: Record<string, string>) => {
        containers += 1
        const name = `checkout-${process.pid}-${containers}`
        const folders = { '/test': own, '/project': PROJECT }
        const flags = runcArguments(
          image,
          { args, variables, folders },
          join(directory, 'containers', name),
        )
        return [...flags, name]
      }
      const fixture = (name: string) => `/project/src/proof/testing/cli/${name}`
      return {
        fixture,
        own: (name) => `/test/${name}`,
        run: (args, variables) => runProgram('runc', container(args, variables)),
        start: (args, variables, preloaded) =>
          startProgram(
            'runc',
            container(args, { ...variables, NODE_OPTIONS: `--import=${fixture(preloaded)}` }),
            {},
          ),
      }
    })
  })

  it('runs as nobody special', () => {
    expect(image.config).toMatchObject({
      User: '1000:1000',
      StopSignal: 'SIGTERM',
      WorkingDir: '/app',
      Entrypoint: [
        '/usr/bin/node',
        expect.stringMatching(/^--max-old-space/),
        '/app/bundle/checkout.js',
      ],
      Cmd: ['serve'],
    })
    expect(image.config.Env).toContain('CHECKOUT_ENVIRONMENT=production')
  })
})

it.runIf(why !== undefined)('is not built here', () => {
  process.stdout.write(`no image was built: ${why}\n`)
  expect(why).toBeTruthy()
})
