import { Option, type Command } from 'commander'
import { z } from 'zod'
import { Duration } from '../../contract/duration.ts'
import type { Clock, SetClock } from '../../contract/sandbox-clock.ts'
import { readMerchant } from '../../server/database/merchants.ts'
import { answer } from '../answer.ts'
import { asService } from '../as-service.ts'
import { examples } from '../examples.ts'
import { CommandFailure, EXIT } from '../exit.ts'
import { merchantOption } from '../merchant-option.ts'
import { noMerchant } from '../merchant.ts'
import { as } from '../options.ts'
import { print } from '../output.ts'
import { requireSandbox } from '../require-sandbox.ts'
import { fields } from '../table.ts'

const Moment = z.iso.datetime('must be a time in UTC, as in 2026-12-01T12:00:00Z')

interface Options {
  merchant: string
  freeze?: true
  at?: string
  advance?: string
  to?: string
  resume?: true
}

export function addClock(program: Command): void {
  program
    .command('clock')
    .summary("stop or move a merchant's time (sandbox)")
    .description(
      'Shows what time it is for a merchant of the sandbox, stops that time or moves it on. What falls due on the way ' +
        'happens, in order, before the command ends. Beside a running server or without.',
    )
    .addOption(merchantOption())
    .addOption(new Option('--freeze', 'stop it').conflicts(['advance', 'to', 'resume']))
    .addOption(new Option('--at <time>', 'where --freeze stops it').argParser(as(Moment)))
    .addOption(
      new Option('--advance <duration>', 'move it on: 2h, 3d, 90s, 1h30m')
        .argParser(as(Duration))
        .conflicts(['to', 'resume']),
    )
    .addOption(
      new Option('--to <time>', 'move it on to a time').argParser(as(Moment)).conflicts('resume'),
    )
    .addOption(new Option('--resume', 'return to real time'))
    .addHelpText(
      'after',
      examples(
        'clock --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --freeze',
        'clock --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --advance 2h',
      ),
    )
    .action(async (options: Options, command: Command) => {
      if (options.at !== undefined && options.freeze === undefined)
        throw new CommandFailure('--at says where --freeze stops the clock.', EXIT.usage)
      const clock = await readOrChange(options.merchant, changeOf(options))
      answer(command, clock, () =>
        print(
          fields({
            Now: clock.now,
            Frozen: clock.frozen ? 'yes' : 'no',
            'Ahead of real time': `${clock.offsetSeconds} s`,
          }),
        ),
      )
    })
}

function changeOf({ freeze, at, advance, to, resume }: Options): SetClock | undefined {
  if (freeze) return { action: 'freeze', at }
  if (advance !== undefined || to !== undefined) return { action: 'advance', by: advance, to }
  return resume ? { action: 'resume' } : undefined
}

function readOrChange(merchantId: string, change: SetClock | undefined): Promise<Clock> {
  return asService(async ({ joined }) => {
    const { changeClock, presentClock } = await requireSandbox()
    if (joined === undefined) throw new Error('the sandbox has no clocks')
    const { context } = joined
    if ((await readMerchant(context.database, merchantId)) === undefined)
      throw noMerchant(merchantId)
    if (change === undefined) return presentClock(context, merchantId)
    const result = await changeClock(context, merchantId, change, null)
    if (result.outcome === 'accepted') return result.value
    const [error] = result.errors ?? []
    throw new CommandFailure(error ? `--${error.path}: ${error.message}` : result.detail)
  })
}
