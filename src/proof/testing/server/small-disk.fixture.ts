import { spawnSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system small enough to be filled. */
export interface SmallDisk {
  directory: string
  /** Fills it, by default to the last byte. */
  fill(leftBytes?: number): void
  free(): void
  remove(): Promise<void>
}

const CHUNK = Buffer.alloc(64 * 1024)
const BLOCK_BYTES = 4096

/** Undefined when this process may not mount. */
export async function mountSmallDisk(size: string): Promise<SmallDisk | undefined> {
  // Outside the folder that tests sweep: a mount left by a killed run cannot simply be removed.
  const place = await mkdtemp(join(tmpdir(), 'checkout-small-disk-'))
  await chmod(place, 0o711)
  const directory = join(place, 'disk')
  mkdirSync(directory)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory])
  if (mounted.status !== 0) {
    await rm(place, { recursive: true })
    return undefined
  }
  await chmod(directory, 0o711)
  const ballast = join(directory, 'ballast')
  return {
    directory,
    fill(leftBytes = 0) {
      const file = openSync(ballast, 'a')
      for (const chunk of [CHUNK, CHUNK.subarray(0, BLOCK_BYTES)]) while (isWritten(file, chunk));
      ftruncateSync(file, fstatSync(file).size - leftBytes)
      closeSync(file)
    },
    free: () => rmSync(ballast, { force: true }),
    async remove() {
      spawnSync('umount', ['-l', directory])
      await rm(place, { recursive: true, force: true })
    },
  }
}

function isWritten(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
