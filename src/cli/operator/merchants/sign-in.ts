import type { Command } from 'commander'
import { MerchantId } from '#contract/ids.ts'
import { Email } from '#contract/values.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { print, printSecret, time } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { webhookAddress } from '#domain/dashboard/addresses.ts'
import { findUserIds } from '#server/database/people/users.ts'
import { inviteUser } from '#server/service/people/invite-user.ts'
import { linkAt, LINK_HOURS } from '#server/service/people/issue-link.ts'
import { recoverUser } from '#server/service/people/recover-user.ts'
import { signOutUser } from '#server/service/people/sign-out-user.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { requireMerchant } from '../../merchant.ts'

interface Options {
  email?: string
  revoke?: true
}

interface Developer {
  merchantId: string
  email: string
}

export function addSignIn(merchants: Command): void {
  merchants
    .command('sign-in')
    .summary("make a link to its dashboard, for a merchant's developer (sandbox)")
    .description(
      `Makes a link with which a developer of the merchant signs in to the dashboard once, within ${LINK_HOURS} hours, and sees what was sent to ` +
        'the webhook endpoint. It ends their link and, once used, their session before. Whoever has the link can use it: give it to nobody else.',
    )
    .argument('<merchantId>', 'as "merchants list" shows it', as(MerchantId))
    .option(
      '--email <email>',
      'whose (default: one developer of the merchant, for whoever has the link)',
      as(Email),
    )
    .option('--revoke', 'instead: end their links and sessions')
    .addHelpText(
      'after',
      examples(
        'merchants sign-in 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
        'merchants sign-in 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --email dev@loja.example',
        'merchants sign-in 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --revoke',
      ),
    )
    .action(async (merchantId: string, { email, revoke }: Options, command: Command) => {
      await asOperator(command, async (operator) => {
        if (operator.config.layout === 'production')
          throw new CommandFailure(
            `Only the sandbox makes such links. Here: npx --no checkout users invite --merchant ${merchantId} --role developer --email <email>`,
          )
        await requireMerchant(operator, merchantId)
        const developer = { merchantId, email: email ?? `developer-${merchantId}@sandbox.example` }
        return revoke === true
          ? revokeAll(operator, developer, command)
          : makeLink(operator, developer, command)
      })
    })
}

async function makeLink(
  operator: Operator,
  { merchantId, email }: Developer,
  command: Command,
): Promise<void> {
  const invited = await inviteUser(operator, {
    email,
    name: 'Developer',
    membership: { merchantId, role: 'developer' },
  })
  // A person who already has a role there gets a new link, which suffices: the sandbox asks for no passkey.
  const made =
    invited.outcome === 'done' ? invited : await recoverUser(operator, invited.userId, merchantId)
  if (made.outcome === 'refused') throw new Error('a person of the merchant did not get a link')
  const { link } = made.value
  const { expiresAt } = link
  const url = linkAt(operator.config.adminUrl, link, webhookAddress(merchantId))
  answer(command, { merchantId, email, url, expiresAt }, (terminal) =>
    printSecret(terminal, url, `Lets ${email} in once, until ${time(expiresAt)}; shown this once:`),
  )
}

async function revokeAll(
  operator: Operator,
  { merchantId, email }: Developer,
  command: Command,
): Promise<void> {
  let [endedLinks, endedSessions] = [0, 0]
  for (const userId of await findUserIds(operator.database, email)) {
    const ended = await signOutUser(operator, userId, merchantId)
    if (ended.outcome === 'refused') continue
    endedLinks += ended.value.endedLinks
    endedSessions += ended.value.endedSessions
  }
  answer(command, { merchantId, email, revokedLinks: endedLinks, endedSessions }, (terminal) =>
    print(terminal, `Revoked links: ${endedLinks}. Ended sessions: ${endedSessions}.`),
  )
}
