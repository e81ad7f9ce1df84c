import { spawnSync } from 'node:child_process'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oldSpaceLimitBytes } from './observe-heap.ts'

const MEBIBYTE = 1024 * 1024
const MODULE = join(import.meta.dirname, 'observe-heap.ts')
const PRINT = `import { oldSpaceLimitBytes } from ${JSON.stringify(MODULE)}
import { getHeapStatistics } from 'node:v8'
console.log(JSON.stringify({ ours: oldSpaceLimitBytes(process), nodes: getHeapStatistics().heap_size_limit }))`

/** Limits in MiB: `ours`, of the old space, as we read the flags of a process; `nodes`, of both generations, as V8 set it. */
function limitsOf(execArgv: string[], options = ''): { ours: number; nodes: number } {
  const env = { ...process.env, NODE_OPTIONS: options }
  const args = [...execArgv, '--input-type=module', '--eval', PRINT]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  const { ours, nodes } = JSON.parse(stdout) as { ours: number; nodes: number }
  return { ours: ours / MEBIBYTE, nodes: nodes / MEBIBYTE }
}

describe('the limit of the old space', () => {
  const young = limitsOf(['--max-old-space-size=115']).nodes - 115
  const percent = totalmem() / MEBIBYTE / 100

  it.each([
    ['a size', ['--max-old-space-size=115'], '', 115],
    ['a size with underscores', ['--max_old_space_size=200'], '', 200],
    ['a size of NODE_OPTIONS', [], '--max-old-space-size=300', 300],
    ['the last of two sizes', ['--max-old-space-size=300'], '--max-old-space-size=200', 300],
    ['a share of the memory', ['--max-old-space-size-percentage=2'], '', 2 * percent],
    [
      'a share rather than a size',
      ['--max-old-space-size-percentage=2', '--max-old-space-size=300'],
      '',
      2 * percent,
    ],
  ])('is read from %s as Node reads it', (_, execArgv, options, expected) => {
    const { ours, nodes } = limitsOf(execArgv, options)
    expect(ours).toBeCloseTo(expected, 0)
    // Node rounds a share down to whole MiB.
    expect(Math.abs(nodes - young - ours)).toBeLessThan(2)
  })

  it.each([
    ['of the container', 192 * MEBIBYTE, 192 * MEBIBYTE],
    ['of the machine, where a container has no limit', 2 ** 44, totalmem()],
    ['of the machine, where there is no control group', 0, totalmem()],
  ])('is a share %s', (_, constrained, memory) => {
    const execArgv = ['--max-old-space-size-percentage=60']
    const limited = { execArgv, env: {}, constrainedMemory: () => constrained }
    expect(oldSpaceLimitBytes(limited)).toBe((memory * 60) / 100)
  })

  it('is that of the whole heap without a flag', () => {
    const { ours, nodes } = limitsOf([])
    expect(ours).toBe(nodes)
  })
})
