import type { Command } from 'commander'
import { MerchantId } from '../../../contract/ids.ts'
import { SIGN_IN_LINK_MINUTES } from '../../../contract/viewer.ts'
import { answer } from '../../../client/tools/command-line/answer.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { CommandFailure } from '../../../client/tools/command-line/exit.ts'
import { requireMerchant } from '../../merchant.ts'
import { as } from '../../../client/tools/command-line/read-option.ts'
import { requireSandbox } from '../../require-sandbox.ts'
import { print, printSecret, time } from '../../../client/tools/command-line/output.ts'

interface Options {
  revoke?: true
}

export function addSignIn(merchants: Command): void {
  merchants
    .command('sign-in')
    .summary('make a link to see its notifications (sandbox)')
    .description(
      `Makes a link with which somebody signs in once, within ${SIGN_IN_LINK_MINUTES} minutes, to see the merchant's notifications and to ` +
        'send them again. Whoever has the link can use it: give it to nobody else.',
    )
    .argument('<merchantId>', 'as "merchants list" shows it', as(MerchantId))
    .option('--revoke', 'instead: end all links and sign everybody out')
    .addHelpText(
      'after',
      examples(
        'merchants sign-in 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
        'merchants sign-in 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --revoke',
      ),
    )
    .action(async (merchantId: string, { revoke }: Options, command: Command) => {
      await asOperator(command, async (operator) => {
        if (operator.config.environment === 'production')
          throw new CommandFailure('Only the sandbox has a page of notifications.')
        await requireMerchant(operator, merchantId)
        return revoke === true
          ? revokeAll(operator, merchantId, command)
          : makeLink(operator, merchantId, command)
      })
    })
}

async function makeLink(operator: Operator, merchantId: string, command: Command): Promise<void> {
  const { issueSignInLink } = await requireSandbox()
  const { token, expiresAt } = await issueSignInLink(operator, merchantId)
  // In the fragment, which is in no server log and no Referer.
  const url = `${operator.config.checkoutUrl}/notifications/sign-in#${token}`
  answer(command, { merchantId, url, expiresAt }, () =>
    printSecret(url, `Signs in once, until ${time(expiresAt)}; shown this once:`),
  )
}

async function revokeAll(operator: Operator, merchantId: string, command: Command): Promise<void> {
  const { database, clock } = operator
  const { revokeViewers } = await requireSandbox()
  const { links, sessions } = await revokeViewers(database, merchantId, clock())
  answer(command, { merchantId, revokedLinks: links, endedSessions: sessions }, () =>
    print(`Revoked links: ${links}. Ended sessions: ${sessions}.`),
  )
}
