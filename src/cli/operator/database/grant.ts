import type { Command } from 'commander'
import { z } from 'zod'
import { grantDatabase } from '#server/service/installation/grant-database.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { preparedSimulatorTables } from '../../compose/simulator-tables.ts'
import { examples } from '../../examples.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import { valueOf } from '../../value-of.ts'

/** PostgreSQL truncates longer names. */
const RoleName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be the name of a role')

export function addGrant(database: Command): void {
  database
    .command('grant')
    .summary('let a role do what a server does, and no more')
    .description(
      'Gives a role of PostgreSQL what servers and commands need, and takes all else from it: it changes no schema, ' +
        'deletes no money, event or act, and rewrites none. Run it as the owner of the database, after every "migrate".',
    )
    .requiredOption('--role <role>', 'one that logs in and owns nothing', as(RoleName))
    .addHelpText('after', examples('database grant --role hosted_checkout_app'))
    .action(async ({ role }: { role: string }, command: Command) => {
      const granted = await asOperator(command, async (operator) =>
        grantDatabase(
          operator,
          role,
          await preparedSimulatorTables(operator.config, operator.opened),
        ),
      )
      valueOf(granted, { kind: 'role', id: role })
      answer(command, { role }, (terminal) =>
        printNotice(terminal, `${role} may do what a server does, and no more.`),
      )
    })
}
