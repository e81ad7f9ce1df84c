import { processTerminal } from './command-line/terminal.ts'
import { runTools } from './run-tools.ts'

process.exitCode = await runTools(process.argv.slice(2), processTerminal())
