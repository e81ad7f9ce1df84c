import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printSecret } from '#client/tools/command-line/output.ts'
import { asOperator, type Operator } from '../as-operator.ts'
import { demoAdminLink } from '../compose/demo-admin.ts'
import { examples } from '../examples.ts'

export function addDashboard(program: Command): void {
  program
    .command('dashboard')
    .summary('another link to the dashboard (sandbox)')
    .description(
      'Makes a link that signs in once to the dashboard of the sandbox, as its demo admin. It replaces the one that the start has printed.',
    )
    .addHelpText('after', examples('dashboard'))
    .action(async (_options: object, command: Command) => {
      const url = await asOperator(command, link)
      answer(command, { url }, (terminal) =>
        printSecret(terminal, url, 'Signs in once; shown this once:'),
      )
    })
}

async function link(operator: Operator): Promise<string> {
  if (operator.config.layout === 'production')
    throw new CommandFailure(
      'In production people sign in by passkey. For a link: npx --no checkout users invite, or users recover.',
    )
  const url = await demoAdminLink(operator.config, operator)
  if (url === undefined)
    throw new CommandFailure(
      'The demo admin is disabled. Invite them again: npx --no checkout users invite --email admin@sandbox.example --role admin',
    )
  return url
}
