import { once } from 'node:events'
import type { Command } from 'commander'
import { createLog } from '../compose/log.ts'
import type { Config } from '../config.ts'
import { examples } from '../examples.ts'
import { loadConfig } from '../load-config.ts'
import { print, printJson } from '../output.ts'
import { defaultParts, parseParts, PARTS } from '../parts.ts'

interface ServeOptions {
  only?: string
}

export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('run the checkout')
    .description(
      "Runs the API, the page, the card's frame, the background work and, in the sandbox, the demo store, until it is stopped.",
    )
    .option('--only <parts>', `some of it: ${PARTS.join(', ')}, with commas between`)
    .addHelpText('after', examples('serve', 'serve --only api,worker'))
    .action(async ({ only }: ServeOptions, command: Command) => {
      const config = loadConfig()
      const parts = only === undefined ? defaultParts(config) : parseParts(only)
      const { json } = command.optsWithGlobals<{ json?: boolean }>()
      // Loaded for this command only: it is most of the program.
      const { serve } = await import('../serve.ts')
      await serve(config, parts, {
        log: createLog(config.logLevel),
        say: json === true ? () => printJson(addressesOf(config)) : print,
        stopRequested: Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
      })
    })
}

function addressesOf({ environment, apiUrl, checkoutUrl, fieldsUrl, storeUrl }: Config) {
  return { environment, apiUrl, checkoutUrl, fieldsUrl, storeUrl }
}
