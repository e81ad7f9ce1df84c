import { Option, type Command } from 'commander'
import { Duration } from '#contract/duration.ts'
import type { Clock, SetClock } from '#contract/sandbox-clock.ts'
import type { CheckoutClient } from '../checkout-client.ts'
import { answer } from './command-line/answer.ts'
import { CommandFailure, EXIT } from './command-line/exit.ts'
import { print } from './command-line/output.ts'
import { as, Moment } from './command-line/read-option.ts'
import { fields } from './command-line/table.ts'
import { asMerchantOf, toolCommand, toolExamples, type Host } from './host.ts'

interface Options {
  merchant?: string
  freeze?: true
  at?: string
  advance?: string
  to?: string
  resume?: true
}

export function addClock(program: Command, host: Host): void {
  toolCommand(program, host, 'clock')
    .summary("stop or move a merchant's time (sandbox)")
    .description(
      'Shows what time it is for a merchant of the sandbox, stops that time or moves it on. What falls due on the way ' +
        `happens, in order, before the command ends.${host.operator ? ' Beside a running server or without.' : ''}`,
    )
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
      toolExamples(host, 'clock {merchant} --freeze', 'clock {merchant} --advance 2h'),
    )
    .action(async (options: Options, command: Command) => {
      if (options.at !== undefined && options.freeze === undefined)
        throw new CommandFailure('--at says where --freeze stops the clock.', EXIT.usage)
      const clock = await readOrChange(host, command, options)
      answer(command, clock, (terminal) =>
        print(
          terminal,
          fields({
            Now: clock.now,
            Frozen: clock.frozen ? 'yes' : 'no',
            'Ahead of real time': `${clock.offsetSeconds} s`,
          }),
        ),
      )
    })
}

function readOrChange(host: Host, command: Command, options: Options): Promise<Clock> {
  const { merchant } = options
  return host.operator !== undefined && merchant !== undefined
    ? host.operator.changeClock(command, merchant, changeOf(options))
    : asMerchantOf(host, command, ({ client }) => changeByKey(client, options))
}

function changeOf({ freeze, at, advance, to, resume }: Options): SetClock | undefined {
  if (freeze) return { action: 'freeze', at }
  if (advance !== undefined || to !== undefined) return { action: 'advance', by: advance, to }
  return resume ? { action: 'resume' } : undefined
}

function changeByKey(
  { sandbox: { clock } }: CheckoutClient,
  { freeze, at, advance, to, resume }: Options,
): Promise<Clock> {
  if (freeze) return clock.freeze(at === undefined ? {} : { at })
  if (advance !== undefined) return clock.advance({ by: advance })
  if (to !== undefined) return clock.advance({ to })
  return resume ? clock.resume() : clock.read()
}
