#!/usr/bin/env node
import { createProgram } from './program.ts'
import { forbidReports } from './forbid-reports.ts'
import { reportFailure } from './report-failure.ts'

forbidReports(process.report)

// Whoever reads the answer may have read enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await (await createProgram(process.argv.slice(2))).parseAsync()
} catch (error) {
  process.exitCode = reportFailure(error)
}
