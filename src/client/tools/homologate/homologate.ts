import { Option, type Command } from 'commander'
import { z } from 'zod'
import { GoLiveReport, isPassed } from '../readiness/go-live/report.ts'
import { summaryOf } from '../readiness/go-live/report-html.ts'
import { answer } from '../command-line/answer.ts'
import { CommandFailure, EXIT } from '../command-line/exit.ts'
import { untilInterrupted } from '../command-line/interrupt.ts'
import { print, printJson, printNotice } from '../command-line/output.ts'
import { table } from '../command-line/table.ts'
import { terminalOf } from '../command-line/terminal-of.ts'
import { toolCommand, toolExamples, variablesText, type Host } from '../host.ts'
import { SESSION_ID_PLACE, StateUrl } from '../chaos/read-state.ts'
import { Receiver, requireReachable } from '../chaos/require-reachable.ts'
import { as } from '../command-line/read-option.ts'
import { runChecklist } from './checklist.ts'
import { openRehearsal } from './open-rehearsal.ts'
import { defaultDirectory, openDirectory, writeReport, type ReportFiles } from './report-files.ts'

interface Options {
  merchant?: string
  output?: string
  to?: URL
  state?: string
  schema?: true
}

const ABOUT =
  "Lets all that a shop must handle happen to sessions of the merchant, watches whether the merchant's own callback " +
  'takes it, plays what chaos plays, and writes a report as HTML and JSON to keep: paid, declined, expired, refunded, ' +
  'late Pix, twice, at once, reordered, written otherwise, forged, ping, given out once; callback, return origins, ' +
  'idempotency keys. Leaves no session open. Ends with 0 when the merchant has passed; what was not seen has not.'

export function addHomologate(program: Command, host: Host): void {
  toolCommand(program, host, 'homologate')
    .summary("go through a merchant's integration before production keys are issued (sandbox)")
    .description(ABOUT)
    .option(
      '--output <directory>',
      'where the report is written (default: homologation-<merchantId>-<time>)',
    )
    .option(
      '--to <url>',
      'a receiver to which this run delivers itself, as of a shop that has no callback yet (default: the callback)',
      as(Receiver),
    )
    .option(
      '--state <url>',
      `where the shop answers {"fulfilled": n}; with ${SESSION_ID_PLACE} in it. Without, what it gives out is not seen`,
      as(StateUrl),
    )
    .addOption(new Option('--schema', 'print the JSON Schema of report.json, and do nothing else'))
    .addHelpText(
      'after',
      toolExamples(
        host,
        'homologate {merchant} --state "http://localhost:3000/given-out/{sessionId}"',
        'homologate {merchant} --state "http://localhost:3000/given-out/{sessionId}" --output reports/loja --json',
        'homologate --schema',
      ) +
        variablesText(host, 'API_URL, API_KEY and WEBHOOK_SECRET') +
        '\nThat is a rehearsal by the merchant, which does not see what only the operator knows.' +
        '\n\nreport.json: passed, kind, merchant {id, name}, environment, callbackOrigin, versions, startedAt, finishedAt,' +
        '\nitems [{id, title, verdict (passed, failed, not_seen, note), done, expected, came, mend,' +
        '\nevidence [{what, sessionId, eventId, deliveryId, status, attempts [{at, statusCode, error, durationMs}]}]}]',
    )
    .action(async (options: Options, command: Command) => {
      const terminal = terminalOf(command)
      if (options.schema) {
        printJson(terminal, z.toJSONSchema(GoLiveReport))
        return
      }
      const done = await untilInterrupted(terminal, (signal) =>
        runGoLiveCheck(host, command, options, signal),
      )
      if (done === 'interrupted') return
      const { report, files } = done
      answer(command, report, () => print(terminal, reportText(report)))
      printNotice(terminal, `Report: ${files.html}\n        ${files.json}`)
      if (!report.passed) terminal.exitCode = EXIT.refusal
    })
}

async function runGoLiveCheck(
  host: Host,
  command: Command,
  { output, to, state }: Options,
  signal: AbortSignal,
): Promise<{ report: GoLiveReport; files: ReportFiles }> {
  const startedAt = new Date()
  if (to !== undefined) await requireReachable(to)
  return openRehearsal(host, command, { signal, startedAt }, async (opened) => {
    const rehearsal = { ...opened, to }
    const { merchantId, facts, secrets } = rehearsal
    if (to !== undefined && secrets.length === 0)
      throw new CommandFailure(
        '--to needs the secret with which its receiver verifies: set WEBHOOK_SECRET.',
        EXIT.configuration,
      )
    const directory = openDirectory(output ?? defaultDirectory(merchantId, startedAt))
    const { items, callbackUrl } = await runChecklist(rehearsal, {
      state,
      log: (text) => printNotice(terminalOf(command), text),
    })
    const kind = facts === undefined ? 'rehearsal' : 'homologation'
    const report = GoLiveReport.safeParse({
      object: 'homologation_report',
      passed: isPassed(items, kind),
      kind,
      merchant: { id: merchantId, name: facts?.name ?? null },
      environment: 'sandbox',
      callbackOrigin: callbackUrl === null ? null : new URL(callbackUrl).origin,
      versions: { checkout: host.version, node: process.versions.node },
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      items,
    })
    if (!report.success)
      throw new CommandFailure(`The report is malformed: ${report.error.message}`)
    return { report: report.data, files: await writeReport(directory, report.data) }
  })
}

function reportText({ items, passed }: GoLiveReport): string {
  const rows = items.map(({ title, verdict, came }) => [title, verdict.replace('_', ' '), came])
  const toDo = new Map<string, string[]>()
  for (const { title, verdict, mend } of items)
    if ((verdict === 'failed' || verdict === 'not_seen') && mend !== null)
      toDo.set(mend, [...(toDo.get(mend) ?? []), title])
  return [
    table(['Item', 'Verdict', 'Came'], rows),
    ...[...toDo].map(([mend, titles]) => `${titles.join(', ')}:\n  ${mend}`),
    `${passed ? 'Passed' : 'Not passed'}: ${summaryOf(items)}.`,
  ].join('\n\n')
}
