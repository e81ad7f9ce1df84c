import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import type { CheckResult } from '#server/processors/conformance/check.ts'
import type { ConformanceDriver } from '#server/processors/conformance/driver.ts'
import { loadDriver } from '#server/processors/conformance/load-driver.ts'
import { runConformance } from '#server/processors/conformance/run-conformance.ts'
import { loadProcessor, ProcessorNotLoaded } from '#server/processors/load-processor.ts'
import { examples } from '../../examples.ts'

const NAME_WIDTH = 28

export function addConformance(processors: Command): void {
  processors
    .command('conformance')
    .summary("hold a processor's module to the port")
    .description(
      'Runs the conformance kit against a module that exports createProcessor: ids sent twice, lost answers, late arrivals, ' +
        'exact amounts, notifications in any order, no secrets in errors and output. Changes nothing here; the driver decides ' +
        'what the module talks to, and without one nothing can be reached and most checks are skipped. ' +
        'Ends with 1 when a check failed. See docs/guides/processors.md.',
    )
    .argument('<module>', 'a path that begins with a dot or a slash, or an installed package')
    .option(
      '--driver <file>',
      'exports createDriver: the processor behind the module, such as a fake',
    )
    .addHelpText(
      'after',
      examples(
        'processors conformance ./acme-pay.js --driver ./acme-driver.js',
        'processors conformance ./acme-pay.js --driver ./acme-driver.js --json',
      ),
    )
    .action(async (name: string, { driver }: { driver?: string }, command: Command) => {
      const terminal = terminalOf(command)
      const isJson = command.optsWithGlobals<{ json?: boolean }>().json === true
      const results = await judge(name, driver, (result) => {
        if (!isJson) print(terminal, lineOf(result))
      })
      const count = (status: CheckResult['status']) =>
        results.filter((result) => result.status === status).length
      const failed = count('failed')
      answer(command, { passed: failed === 0, checks: results }, () => {
        const [ok, skipped] = [count('ok'), count('skipped')]
        printNotice(
          terminal,
          `${results.length} checks: ${ok} ok, ${failed} failed, ${skipped} skipped.`,
        )
      })
      if (failed > 0) terminal.exitCode = EXIT.refusal
    })
}

async function judge(
  name: string,
  driverName: string | undefined,
  onResult: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const driver: ConformanceDriver = await configured(async () =>
    driverName === undefined ? {} : loadDriver(driverName),
  )
  try {
    return await configured(() =>
      runConformance({
        createProcessor: (context) => loadProcessor(name, context),
        driver,
        onResult,
      }),
    )
  } finally {
    await driver.close?.()
  }
}

/** Reports a module that cannot be opened as a failed command: its author must fix that before any check. */
async function configured<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof ProcessorNotLoaded)
      throw new CommandFailure(error.message, EXIT.configuration)
    throw error
  }
}

function lineOf({ status, id, holds, found, remedy }: CheckResult): string {
  const named = `${status.padEnd(7)}  ${id.padEnd(NAME_WIDTH)}  `
  if (status === 'ok') return named + holds
  if (status === 'skipped') return `${named}${found ?? ''}`
  return `${named}${found ?? ''}\n${' '.repeat(9)}${holds} ${remedy}`
}
