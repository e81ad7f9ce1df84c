import { InvalidArgumentError, Option, type Command } from 'commander'
import { MERCHANT_ROLES, OPERATOR_ROLES, type Membership } from '#contract/dashboard/roles.ts'
import { MerchantId } from '#contract/ids.ts'
import { Email, plainText } from '#contract/values.ts'
import { LIMITS } from '#contract/limits.ts'
import { exponentOf, isCurrency } from '#domain/currency.ts'
import { readAmountIn } from '#domain/typed-amount.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printSecret, time } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { inviteUser } from '#server/service/people/invite-user.ts'
import { linkAt, LINK_HOURS } from '#server/service/people/issue-link.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { requireMerchant } from '../../merchant.ts'

interface InviteOptions {
  email: string
  role: string
  merchant?: string
  name?: string
  refundLimit?: Record<string, number>
}

export function addInvite(users: Command): void {
  users
    .command('invite')
    .summary('let somebody in, with a role')
    .description(
      `Makes a link with which somebody gets in once, within ${LINK_HOURS} hours, and then signs in with a passkey. Whoever has the link can ` +
        'use it: give it to nobody else. Inviting again ends the link before. Somebody who signs in already takes the role by the link, and their passkey.',
    )
    .requiredOption('--email <email>', 'whose; it is shown to colleagues', as(Email))
    .addOption(
      new Option(
        '--role <role>',
        `at the operator ${OPERATOR_ROLES.join(', ')}; at a merchant ${MERCHANT_ROLES.join(', ')}`,
      )
        .choices([...new Set([...OPERATOR_ROLES, ...MERCHANT_ROLES])])
        .makeOptionMandatory(),
    )
    .option('--merchant <merchantId>', 'a role at this merchant alone', as(MerchantId))
    .option(
      '--refund-limit <amount:currency>',
      'how much of one payment a role with a limit may have refunded (support, finance); for several currencies, several times (default: nothing)',
      readLimit,
    )
    .option('--name <name>', 'what colleagues call them', as(plainText(100)))
    .addHelpText(
      'after',
      examples(
        'users invite --email ada@pay.example --role admin',
        'users invite --email sol@pay.example --role support --refund-limit 500.00:BRL',
        'users invite --email dev@loja.example --role developer --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
      ),
    )
    .action(async (options: InviteOptions, command: Command) => {
      const membership = membershipOf(options)
      if (membership === undefined)
        command.error(
          `error: there is no role ${options.role} ${options.merchant === undefined ? 'at the operator: give --merchant' : 'at a merchant'}`,
        )
      const invited = await asOperator(command, (operator) => invite(operator, options, membership))
      answer(command, invited, (terminal) => {
        printSecret(
          terminal,
          invited.url,
          `Lets ${options.email} in once, until ${time(invited.expiresAt)}; shown this once:`,
        )
      })
    })
}

/** Adds a limit such as "500.00:BRL" to the limits that were given before. */
function readLimit(text: string, previous: Record<string, number> = {}): Record<string, number> {
  const [amount = '', currency = ''] = text.split(':')
  const minor = isCurrency(currency)
    ? readAmountIn(amount, { exponent: exponentOf(currency), decimalSign: '.' })
    : undefined
  if (minor === undefined || minor > LIMITS.amountMinorMax)
    throw new InvalidArgumentError('It must be an amount and its currency, as in 500.00:BRL.')
  return { ...previous, [currency]: minor }
}

/** The membership that the options describe; undefined when there is no such role. */
function membershipOf({ merchant, role }: InviteOptions): Membership | undefined {
  if (merchant === undefined) {
    const known = OPERATOR_ROLES.find((name) => name === role)
    return known && { merchantId: null, role: known }
  }
  const known = MERCHANT_ROLES.find((name) => name === role)
  return known && { merchantId: merchant, role: known }
}

async function invite(
  operator: Operator,
  { email, name, refundLimit }: InviteOptions,
  membership: Membership,
) {
  if (membership.merchantId !== null) await requireMerchant(operator, membership.merchantId)
  const invited = await inviteUser(operator, {
    email,
    name: name ?? null,
    membership,
    refundLimits: refundLimit ?? null,
  })
  if (invited.outcome === 'refused')
    throw new CommandFailure(`${email} has the role ${invited.role} there already.`)
  const { userId, link } = invited.value
  return { userId, url: linkAt(operator.config.adminUrl, link), expiresAt: link.expiresAt }
}
