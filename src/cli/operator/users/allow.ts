import type { Command } from 'commander'
import { z } from 'zod'
import { ALLOWABLE_PERMISSIONS, type AllowablePermission } from '#contract/dashboard/permissions.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { print } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { allowPeople } from '#server/service/people/allow-people.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { merchantOption } from '../../merchant-option.ts'

/** Permissions, as in `keys:issue,callback:write`, or `none`. */
const Permissions = z.string().transform((text, context): AllowablePermission[] => {
  if (text === 'none') return []
  const allowed: AllowablePermission[] = []
  for (const name of text.split(',')) {
    const known = ALLOWABLE_PERMISSIONS.find((permission) => permission === name.trim())
    if (known !== undefined) allowed.push(known)
    else context.addIssue(`has "${name}"; there are ${ALLOWABLE_PERMISSIONS.join(', ')}, or none`)
  }
  return allowed
})

interface AllowOptions {
  merchant: string
  may: AllowablePermission[]
}

export function addAllow(users: Command): void {
  users
    .command('allow')
    .summary("what a merchant's own people may do by themselves")
    .description(
      "Lets a merchant's owner and developers issue keys, or move the webhook endpoint, or rotate its secret, by themselves. It replaces what was allowed before.",
    )
    .addOption(merchantOption())
    .requiredOption('--may <permissions>', 'with commas between, or none', as(Permissions))
    .addHelpText(
      'after',
      examples(
        'users allow --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --may keys:issue,webhook_secret:rotate',
        'users allow --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --may none',
      ),
    )
    .action(async ({ merchant: merchantId, may }: AllowOptions, command: Command) => {
      await asOperator(command, async (operator) => {
        const allowed = await allowPeople(operator, { merchantId, may })
        valueOf(allowed, { kind: 'merchant', id: merchantId })
      })
      answer(command, { merchantId, may }, (terminal) =>
        print(
          terminal,
          `Its own people may now: ${may.length === 0 ? 'nothing of it' : may.join(', ')}.`,
        ),
      )
    })
}
