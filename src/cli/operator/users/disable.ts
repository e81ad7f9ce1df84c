import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { disableUser } from '#server/service/people/disable-user.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { requireUser, User } from './user.ts'

export function addDisable(users: Command): void {
  users
    .command('disable')
    .summary('end the access of somebody who left')
    .description(
      'Ends sessions and links of a person at once, and lets them in no more. Their acts stay in the audit log. The last admin cannot be disabled.',
    )
    .argument('<user>', 'an e-mail, or an id as "users list" shows it', as(User))
    .addHelpText('after', examples('users disable ada@pay.example'))
    .action(async (user: string, _options: object, command: Command) => {
      const disabled = await asOperator(command, (operator) => disable(operator, user))
      answer(command, disabled, (terminal) =>
        print(terminal, `${user} is disabled. Ended sessions: ${disabled.endedSessions}.`),
      )
    })
}

async function disable(operator: Operator, user: string) {
  const userId = await requireUser(operator, user)
  const disabled = await disableUser(operator, userId)
  return { userId, ...valueOf(disabled, { kind: 'user', id: user }) }
}
