import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildBase,
  buildImage,
  mountImage,
  openImageStore,
  type ImageStore,
} from '../../testing/container/build-image.ts'
import { runTool } from '../../testing/container/run-tool.ts'
import { offerLoad, type LoadReport } from './offer-load.ts'

export interface ImageReport {
  digests: string[]
  /** Total size of the files in the image. */
  bytes: number
  gzipBytes: number
  load: LoadReport
}

const TAG = 'checkout'

/** Builds the image, and runs it in little memory under load. */
export async function runImage(
  options: { builds: number; memory: number; clients: number; seconds: number },
  note: (line: string) => void,
): Promise<ImageReport> {
  const directory = await mkdtemp(join(tmpdir(), 'checkout-image-'))
  const store = openImageStore(directory)
  try {
    note("the base of Debian's packages")
    await buildBase(store)
    const digests: string[] = []
    while (digests.length < options.builds) {
      note(`build ${digests.length + 1} of ${options.builds}`)
      digests.push(await buildImage(store, { environment: 'production', tag: TAG }))
    }
    const image = await mountImage(store, TAG)
    const size = await sizeOf(image.root)
    note(`${options.clients} clients for ${options.seconds} s in ${options.memory} MiB`)
    return { digests, ...size, load: await offerLoad(image, directory, options) }
  } finally {
    await close(store)
    await rm(directory, { recursive: true, force: true })
  }
}

async function sizeOf(root: string): Promise<{ bytes: number; gzipBytes: number }> {
  const count = async (command: string) =>
    Number(await runTool('sh', ['-c', `${command} | wc -c`, 'sh', root]))
  return {
    bytes: await count('find "$1" -type f -exec cat {} +'),
    gzipBytes: await count('tar -c -C "$1" . | gzip -6'),
  }
}

async function close({ buildah }: ImageStore): Promise<void> {
  await buildah('umount', '--all')
  await buildah('rm', '--all')
}
