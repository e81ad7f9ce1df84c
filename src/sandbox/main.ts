// `npm start`: the command line with the sandbox linked in.
import { runCommandLine } from '#cli/run-command-line.ts'
import { SANDBOX } from './for-command-line.ts'

await runCommandLine(['serve', ...process.argv.slice(2)], { sandbox: SANDBOX })
