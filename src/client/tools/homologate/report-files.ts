import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { GoLiveReport } from '../readiness/go-live/report.ts'
import { reportHtml } from '../readiness/go-live/report-html.ts'
import { CommandFailure } from '../command-line/exit.ts'

export interface ReportFiles {
  html: string
  json: string
}

/** `homologation-<merchantId>-20261121-160429`: no run overwrites another's report. */
export function defaultDirectory(merchantId: string, at: Date): string {
  const stamp = at.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
  return `homologation-${merchantId}-${stamp}`
}

/** Creates the directory before the run: a run whose report cannot be written must not start. */
export function openDirectory(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true })
    return resolve(directory)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    throw new CommandFailure(`The directory for the report cannot be made: ${reason}`)
  }
}

export async function writeReport(directory: string, report: GoLiveReport): Promise<ReportFiles> {
  const files = { html: join(directory, 'report.html'), json: join(directory, 'report.json') }
  writeFileSync(files.html, await reportHtml(report))
  writeFileSync(files.json, `${JSON.stringify(report, null, 2)}\n`)
  return files
}
