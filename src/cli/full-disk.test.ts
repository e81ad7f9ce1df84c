import { expect, it } from 'vitest'
import { runCheckout } from '#proof/testing/cli/command-line.fixture.ts'
import { mountSmallDisk } from '#proof/testing/server/small-disk.fixture.ts'

const SOME_SPACE = 2 * 1024 * 1024

it.for([
  [0, /^error: The disk is full: ENOSPC: no space left on device/],
  [SOME_SPACE, /^error: initdb ended with status 1:.*No space left on device/s],
] as const)(
  'R-15: a first start with %i bytes left on the disk says that it is full',
  async ([leftBytes, said], { skip }) => {
    const disk = await mountSmallDisk('4m')
    if (disk === undefined) return skip('only root can mount a small disk')
    try {
      disk.fill(leftBytes)
      const { exitCode, stderr } = await runCheckout('merchants list', {
        DATA_DIR: disk.directory,
      })
      expect(stderr).toMatch(said)
      expect(exitCode).toBe(1)
    } finally {
      await disk.remove()
    }
  },
)
