import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const PROJECT = join(import.meta.dirname, '../../..')
const COMMANDS = ['bench.ts', 'order/bench-order.ts', 'worker/bench-worker.ts']
const PATIENCE_MS = 600_000

describe('a bench --against another tree', { timeout: PATIENCE_MS }, () => {
  it('serves both in turn, and finds a tree equal to itself in statements, commits and WAL', async () => {
    const short = ['--only', 'create', '--round-ms', '200', '--json']
    const { code, stdout } = await bench('bench.ts', '--against', PROJECT, ...short)
    expect(code).toBe(0)
    const equal = { isEqual: true }
    // Tasks that poll are counted, too: on a slow machine they are a part of a statement for each of few calls.
    const one = { ...equal, ours: expect.closeTo(1, 0) }
    expect(JSON.parse(stdout)).toMatchObject({
      comparisons: [
        {
          title: 'POST /v1/sessions',
          rounds: 9,
          times: { nodeMicroseconds: { ours: expect.any(Number), ratio: expect.any(Object) } },
          counts: {
            statements: one,
            commits: one,
            walBytes: equal,
          },
        },
      ],
    })
  })

  it.each(COMMANDS)(
    '%s refuses fewer than nine pairs, and a folder that is no tree',
    async (file) => {
      expect(await bench(file, '--against', PROJECT, '--rounds', '8')).toEqual({
        code: 64,
        stdout: '',
        stderr: 'error: --rounds 8: must be a whole number of at least 9 with --against\n',
      })
      expect(await bench(file, '--against', tmpdir())).toEqual({
        code: 64,
        stdout: '',
        stderr: `error: ${tmpdir()} is no checkout of this project\n`,
      })
    },
  )

  it.each(['bench.ts', 'worker/bench-worker.ts'])(
    '%s writes no comparison into the guide',
    async (file) => {
      const { code, stderr } = await bench(file, '--against', PROJECT, '--write')
      expect({ code, stderr }).toEqual({
        code: 64,
        stderr: 'error: --write true: does not go with --against\n',
      })
    },
  )
})

function bench(file: string, ...args: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, file), ...args],
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}
