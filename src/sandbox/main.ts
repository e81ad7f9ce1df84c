// `npm start`: what `checkout serve` runs, with the sandbox handed in.
import { runCommandLine } from '../cli/run-command-line.ts'
import { SANDBOX } from './for-command-line.ts'

await runCommandLine(['serve', ...process.argv.slice(2)], { sandbox: SANDBOX })
