// `npm start`: the command line with the sandbox linked in.
import { runProcess } from '#cli/run-process.ts'
import { SANDBOX } from './for-command-line.ts'

await runProcess(['serve', ...process.argv.slice(2)], { sandbox: SANDBOX })
