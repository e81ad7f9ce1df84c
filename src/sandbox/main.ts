// `npm start`: the command line with the sandbox linked in, and every part, the dashboard included.
import { runCommandLine } from '../cli/run-command-line.ts'
import { PARTS } from '../cli/parts.ts'
import { SANDBOX } from './for-command-line.ts'

const given = process.argv.slice(2)
const isSandbox = (process.env['CHECKOUT_ENVIRONMENT'] ?? 'sandbox') === 'sandbox'
const isChosen = given.some((argument) => argument.startsWith('--only'))
const parts = isSandbox && !isChosen ? ['--only', PARTS.join(',')] : []

await runCommandLine(['serve', ...parts, ...given], { sandbox: SANDBOX })
