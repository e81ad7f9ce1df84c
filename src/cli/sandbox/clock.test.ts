import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Clock } from '#contract/sandbox-clock.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'

let checkout: CommandLine
let clock: string
beforeAll(async () => {
  checkout = await openCommandLine()
  const { merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja')
  clock = `clock --merchant ${merchantId}`
})
afterAll(() => checkout.close())

it('stops and moves the clock of a merchant', async () => {
  const frozen = await checkout.json<Clock>(`${clock} --freeze`)
  const advanced = await checkout.json<Clock>(`${clock} --advance 1h30m`)
  expect(Date.parse(advanced.now) - Date.parse(frozen.now)).toBe(5_400_000)
  expect((await checkout.run(clock)).stdout).toContain(advanced.now)
})

it('returns it to real time', async () => {
  expect(await checkout.json(`${clock} --resume`)).toMatchObject({
    frozen: false,
    offsetSeconds: 0,
  })
})

it('1 for a time too far ahead', async () => {
  const { exitCode, stderr } = await checkout.run(`${clock} --to 2099-01-01T00:00:00Z`)
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('--to: is more than 366 days')])
})

it.each(['--advance soon', '--at 2027-01-01T00:00:00Z', '--freeze --resume', '--to tomorrow'])(
  '64 for %s',
  async (options) => {
    expect((await checkout.run(`${clock} ${options}`)).exitCode).toBe(64)
  },
)

it('1 for a merchant that does not exist', async () => {
  const line = 'clock --merchant 00000000-0000-4000-8000-000000000000 --freeze'
  expect((await checkout.run(line)).exitCode).toBe(1)
})
