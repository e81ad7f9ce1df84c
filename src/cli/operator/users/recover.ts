import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { printSecret, time } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { linkAt, LINK_HOURS } from '#server/service/people/issue-link.ts'
import { recoverUser } from '#server/service/people/recover-user.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { requireUser, User } from './user.ts'

export function addRecover(users: Command): void {
  users
    .command('recover')
    .summary('let in somebody who lost their passkeys')
    .description(
      `Makes a link with which a person gets in once, within ${LINK_HOURS} hours. Be sure who asks: whoever has the link becomes that person.`,
    )
    .argument('<user>', 'an e-mail, or an id as "users list" shows it', as(User))
    .addHelpText('after', examples('users recover ada@pay.example'))
    .action(async (user: string, _options: object, command: Command) => {
      const recovered = await asOperator(command, (operator) => recover(operator, user))
      answer(command, recovered, (terminal) =>
        printSecret(
          terminal,
          recovered.url,
          `Lets ${user} in once, until ${time(recovered.expiresAt)}; shown this once:`,
        ),
      )
    })
}

async function recover(operator: Operator, user: string) {
  const userId = await requireUser(operator, user)
  const recovered = await recoverUser(operator, userId)
  const { link } = valueOf(recovered, { kind: 'user', id: user })
  return { userId, url: linkAt(operator.config.adminUrl, link), expiresAt: link.expiresAt }
}
