import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { signOutUser } from '#server/service/people/sign-out-user.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { requireUser, User } from './user.ts'

export function addSignOut(users: Command): void {
  users
    .command('sign-out')
    .summary('end the sessions and links of somebody')
    .description('Ends all sessions and links of a person, who may sign in again by passkey.')
    .argument('<user>', 'an e-mail, or an id as "users list" shows it', as(User))
    .addHelpText('after', examples('users sign-out ada@pay.example'))
    .action(async (user: string, _options: object, command: Command) => {
      const ended = await asOperator(command, async (operator) => {
        const userId = await requireUser(operator, user)
        const signedOut = await signOutUser(operator, userId)
        return { userId, ...valueOf(signedOut, { kind: 'user', id: user }) }
      })
      answer(command, ended, (terminal) =>
        print(
          terminal,
          `Ended sessions: ${ended.endedSessions}. Ended links: ${ended.endedLinks}.`,
        ),
      )
    })
}
