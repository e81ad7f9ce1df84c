import type { Command } from 'commander'
import type { LimitedMembership, RefundLimits } from '#contract/dashboard/roles.ts'
import { writtenAmount } from '#domain/money.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { table } from '#client/tools/command-line/table.ts'
import { listUsers, type UserWithRoles } from '#server/database/people/users.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { limitOf } from '../../options.ts'

const HEADS = ['PERSON', 'E-MAIL', 'STATUS', 'SIGNED IN', 'ROLES']
const LIMIT_DEFAULT = 100

export function addList(users: Command): void {
  users
    .command('list')
    .summary('list the people and their roles')
    .description(
      'Lists people, the newest first: their roles, when they last signed in, and the links that were not used yet, with who made them.',
    )
    .option('--limit <count>', 'at most so many', as(limitOf(10_000)), LIMIT_DEFAULT)
    .addHelpText('after', examples('users list', 'users list --limit 1000 --json'))
    .action(async ({ limit }: { limit: number }, command: Command) => {
      const found = await asOperator(command, ({ database }) => listUsers(database, limit))
      answer(command, found.map(documentOf), (terminal) => {
        if (found.length === 0)
          printNotice(
            terminal,
            'There is nobody yet. Invite somebody: npx --no checkout users invite --help',
          )
        else print(terminal, table(HEADS, found.map(cellsOf)))
      })
    })
}

function documentOf({ id, ...user }: UserWithRoles) {
  return { userId: id, ...user }
}

function cellsOf({
  id,
  email,
  accountOf,
  status,
  signedInAt,
  memberships,
  invitations,
  recoveries,
}: UserWithRoles): string[] {
  const roles = [
    ...memberships.map(roleText),
    ...invitations.map((role) => `${roleText(role)} (invited${byText(role)})`),
    ...recoveries.map((link) => `(recovery link${byText(link)})`),
  ]
  const address = email ?? '-'
  const shown = accountOf === null ? address : `${address} (invited by merchant ${accountOf})`
  return [id, shown, status, time(signedInAt), roles.join(', ')]
}

function byText({ madeBy }: { madeBy: string | null }): string {
  return madeBy === null ? '' : ` by ${madeBy}`
}

function roleText({ merchantId, role, refundLimits }: LimitedMembership): string {
  return (merchantId === null ? role : `${role} of ${merchantId}`) + limitsOf(refundLimits ?? null)
}

function limitsOf(limits: RefundLimits): string {
  if (limits === null) return ''
  const written = Object.entries(limits).map(([currency, minor]) => writtenAmount(minor, currency))
  return ` (refunds up to ${written.join(', ')})`
}
