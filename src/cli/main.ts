#!/usr/bin/env node
import { runProgram } from '../client/tools/command-line/run-program.ts'
import { explainFailure } from './explain-failure.ts'
import { forbidReports } from './forbid-reports.ts'
import { createProgram } from './program.ts'

forbidReports(process.report)
await runProgram(createProgram, explainFailure)
