import { once } from 'node:events'
import { Option, type Command } from 'commander'
import { z } from 'zod'
import { EventType } from '#contract/event.ts'
import { EVENT_TYPES } from '#contract/event-types.ts'
import { SessionId } from '#contract/ids.ts'
import { WebUrl } from '#contract/values.ts'
import { as } from '../command-line/read-option.ts'
import { terminalOf } from '../command-line/terminal-of.ts'
import { asMerchantOf, toolCommand, toolExamples, type Host } from '../host.ts'
import { follow, type Following } from './follow.ts'
import { jsonReporter, textReporter } from './reporter.ts'

interface Options extends Following {
  merchant?: string
}

const EventTypes = z.string().transform((text, context): EventType[] =>
  text.split(',').map((name) => {
    const parsed = EventType.safeParse(name.trim())
    if (!parsed.success)
      context.addIssue(`has "${name}", which is no event; there are ${EVENT_TYPES.join(', ')}`)
    return parsed.data ?? 'ping'
  }),
)

export function addListen(program: Command, host: Host): void {
  toolCommand(program, host, 'listen')
    .summary('see notifications as they happen, and forward them (sandbox)')
    .description(
      'Prints each notification of a merchant of the sandbox as it happens, and forwards it, with the exact body and ' +
        "signature of a delivery, to an address of your own machine or network. The merchant's callback gets its " +
        'deliveries all the same, and there need be none. Until Ctrl-C; a server that stops is waited for, and nothing ' +
        'is missed. With --json each line is one JSON document: a "notification", a "forward" or, last, the "summary".',
    )
    .addOption(
      new Option('--forward <url>', 'post them there, those of a session in their order').argParser(
        as(WebUrl),
      ),
    )
    .addOption(
      new Option('--session <sessionId>', 'only what happens to it, from its beginning').argParser(
        as(SessionId),
      ),
    )
    .addOption(
      new Option('--events <types>', 'only these types, with commas between').argParser(
        as(EventTypes),
      ),
    )
    .addHelpText(
      'after',
      toolExamples(
        host,
        'listen {merchant} --forward http://localhost:3000/webhooks',
        'listen {merchant} --events session.completed,payment.failed',
        'listen --session cs_0Tq4mFhZ7Rk2vXw9sLd3Ye --json',
      ),
    )
    .action(async (options: Options, command: Command) => {
      const terminal = terminalOf(command)
      const { events } = terminal
      const { json } = command.optsWithGlobals<{ json?: boolean }>()
      const stop = new AbortController()
      void Promise.race([once(events, 'SIGINT'), once(events, 'SIGTERM')]).then(() => stop.abort())
      await asMerchantOf(host, command, (merchant) =>
        follow(
          terminal,
          merchant,
          options,
          json === true ? jsonReporter(terminal) : textReporter(terminal, options.forward),
          stop.signal,
        ),
      )
    })
}
