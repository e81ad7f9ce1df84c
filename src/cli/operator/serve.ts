import { once } from 'node:events'
import type { Command } from 'commander'
import type { Logger } from 'pino'
import { createLog } from '#server/process/log.ts'
import { createCurrentSpan, traceFields } from '#server/tracing/current-span.ts'
import type { Config } from '../config.ts'
import { examples } from '../examples.ts'
import { EXIT } from '#client/tools/command-line/exit.ts'
import { loadConfig } from '../load-config.ts'
import type { Sandbox } from '../load-sandbox.ts'
import { print, printJson, printNotice } from '#client/tools/command-line/output.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import type { Output, Terminal } from '#client/tools/command-line/terminal.ts'
import { terminalLog } from '../terminal-log.ts'
import {
  defaultParts,
  needsService,
  parseParts,
  PARTS,
  refuseLocalParts,
  servesShoppers,
} from '../parts.ts'

interface ServeOptions {
  only?: string
}

export function addServe(program: Command, { sandbox }: { sandbox?: Sandbox } = {}): void {
  program
    .command('serve')
    .summary('run the checkout')
    .description(
      "Runs the API, the page, the card's frame, the background work, the dashboard and, in the sandbox, the demo store, until it is stopped.",
    )
    .option('--only <parts>', `some of it: ${PARTS.join(', ')}, with commas between`)
    .addHelpText('after', examples('serve', 'serve --only api,worker'))
    .action(async ({ only }: ServeOptions, command: Command) => {
      const terminal = terminalOf(command)
      const { events, stderr, env } = terminal
      const isPerson = stderr.isTTY === true
      const chosen = only === undefined ? undefined : parseParts(only)
      const config = loadConfig(terminal, {
        onlyServesShoppers: chosen !== undefined && !needsService(chosen),
        showsFrame: chosen === undefined || servesShoppers(chosen),
      })
      const parts = chosen ?? defaultParts(config)
      refuseLocalParts(config, parts)
      const { json } = command.optsWithGlobals<{ json?: boolean }>()
      ignoreReaders(terminal)
      const currentSpan = config.traces && createCurrentSpan()
      const log = createLog(
        // A person reads what needs them; who wants more of it names a level.
        isPerson && env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel,
        isPerson ? terminalLog(terminal) : ownOutput(terminal),
        currentSpan && traceFields(currentSpan),
      )
      endWithWord(terminal, log)
      // Imported on demand: it is most of the program.
      const { serve } = await import('../serve.ts')
      await serve(config, parts, {
        log,
        currentSpan,
        sandbox,
        progress: (text) => {
          if (isPerson) printNotice(terminal, text)
        },
        print:
          json === true
            ? () => printJson(terminal, addressesOf(config))
            : (text) => print(terminal, text),
        stopRequested: Promise.race([once(events, 'SIGINT'), once(events, 'SIGTERM')]),
      })
    })
}

/** Where the log goes when standard error is none of the operating system's. */
function ownOutput({ stderr }: Terminal): Output | undefined {
  return stderr.fd === undefined ? stderr : undefined
}

/** Ignores errors of the outputs: a closed output ends a command, but must not end a server. */
function ignoreReaders({ stdout, stderr }: Terminal): void {
  for (const output of [stdout, stderr]) {
    output.removeAllListeners('error')
    output.on('error', () => {})
  }
}

/** Logs an uncaught error before it ends the process, whose state is unknown. */
function endWithWord({ events, exit }: Terminal, log: Logger): void {
  events.once('uncaughtException', (error: unknown, origin: string) => {
    log.fatal({ err: error, origin }, 'nobody caught this: the process ends')
    exit(EXIT.refusal)
  })
}

function addressesOf({ environment, apiUrl, checkoutUrl, fieldsUrl, storeUrl }: Config) {
  return { environment, apiUrl, checkoutUrl, fieldsUrl, storeUrl }
}
