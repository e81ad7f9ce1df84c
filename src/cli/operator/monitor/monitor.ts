import { setTimeout as sleep } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import { z } from 'zod'
import { Reference } from '#contract/ids.ts'
import { parseDurationSeconds } from '#contract/duration.ts'
import { isFrameOrigin } from '#server/processors/frame-origins.ts'
import { examples } from '../../examples.ts'
import { EXIT } from '#client/tools/command-line/exit.ts'
import { untilInterrupted } from '#client/tools/command-line/interrupt.ts'
import { as, listOf } from '#client/tools/command-line/read-option.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { openExpectedSite } from './expected-site.ts'
import { findingsText } from './present-findings.ts'
import { readMonitoredSite } from './monitored-site.ts'
import { watchSite, type Watched } from './watch-site.ts'

interface Options {
  reference?: string
  every?: number
  cardKey?: string
  allowHeader?: string[]
  challengeFrame?: string[]
}

const Every = z.string().transform((text, context): number => {
  const seconds = parseDurationSeconds(text)
  if (seconds !== undefined && seconds > 0) return seconds
  context.addIssue('must be a time as in 5m, 1h or 7d')
  return z.NEVER
})
const HeaderName = z
  .string()
  .regex(/^[\w-]+$/, 'must be the name of a header')
  .transform((name) => name.toLowerCase())

const FrameOrigin = z
  .string()
  .refine(isFrameOrigin, 'must be an origin as in https://acs.bank.example')

export function addMonitor(program: Command): void {
  program
    .command('monitor')
    .summary('see from outside whether the deployed page was changed or weakened')
    .description(
      "Opens the deployed page and the card's frame as a browser would, and holds headers, policies, documents and every " +
        'script of the inventory against the build that is here: what PCI DSS 11.6.1 asks for. Run it on another machine ' +
        'than the server, with the same build and the variables CHECKOUT_ENVIRONMENT, CHECKOUT_URL and FIELDS_URL, and ' +
        'SECURITY_CONTACT where it is set; it needs no key and no database. Ends with 0 when all is as it was built, ' +
        'with 1 when something is not. With --json each run is one line.',
    )
    .addOption(
      new Option(
        '--reference <reference>',
        'the page of this session, too, beside that of none',
      ).argParser(as(Reference)),
    )
    .addOption(
      new Option('--every <time>', 'stay, and look again so often, until Ctrl-C').argParser(
        as(Every),
      ),
    )
    .option('--card-key <thumbprint>', 'the key to which cards are encrypted must be this one')
    .addOption(
      new Option(
        '--allow-header <name>',
        'a header that your own proxy adds; may be given more than once',
      ).argParser(listOf(HeaderName)),
    )
    .addOption(
      new Option(
        '--challenge-frame <origin>',
        'an origin that the processor lists for the frame of a challenge; may be given more than once',
      ).argParser(listOf(FrameOrigin)),
    )
    .addHelpText(
      'after',
      examples('monitor', 'monitor --every 5m --json', 'monitor --allow-header cf-ray'),
    )
    .action(async (options: Options, command: Command) => {
      const terminal = terminalOf(command)
      const { json } = command.optsWithGlobals<{ json?: boolean }>()
      const site = readMonitoredSite(terminal.env)
      const expected = await openExpectedSite(site)
      let { cardKey } = options

      async function look(): Promise<Watched> {
        const {
          reference,
          allowHeader: allowedHeaders = [],
          challengeFrame: challengeFrameOrigins = [],
        } = options
        const watched = await watchSite({
          site,
          expected,
          fetch,
          reference,
          challengeFrameOrigins,
          allowedHeaders,
          cardKey,
        })
        // Keeps the first thumbprint seen, so that a later change is reported.
        cardKey ??= watched.cardKey ?? undefined
        if (watched.findings.length > 0) terminal.exitCode = EXIT.refusal
        const at = new Date()
        if (json === true)
          print(
            terminal,
            JSON.stringify({ at: at.toISOString(), ok: watched.findings.length === 0, ...watched }),
          )
        else if (watched.findings.length > 0) print(terminal, findingsText(watched, at))
        else
          printNotice(
            terminal,
            `${at.toISOString()}: ${watched.addresses.length} addresses are as they were built. The key of cards is ${watched.cardKey}.`,
          )
        return watched
      }

      await look()
      const { every } = options
      if (every === undefined) return
      await untilInterrupted(terminal, async (signal) => {
        for (;;) {
          await sleep(every * 1000, undefined, { signal })
          await look()
        }
      })
    })
}
