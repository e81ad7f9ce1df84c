import { Option, type Command } from 'commander'
import { MerchantId } from '#contract/ids.ts'
import { listApiKeys } from '#server/database/keys/api-keys.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { requireMerchant } from '../../merchant.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
import { KEY_HEADS, keyDocument, keyRow } from './present-key.ts'

interface ListOptions {
  merchant?: string
  kind?: 'checkout'
}

export function addList(keys: Command): void {
  keys
    .command('list')
    .summary('list the keys of a merchant, or of the page')
    .description(
      'Lists keys, oldest first: when each was made, used and ends. Never the key itself.',
    )
    .option('--merchant <merchantId>', 'whose keys', as(MerchantId))
    .addOption(new Option('--kind <kind>', 'those of the page').choices(['checkout']))
    .addHelpText(
      'after',
      examples(
        'keys list --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
        'keys list --kind checkout --json',
      ),
    )
    .action(async ({ merchant, kind }: ListOptions, command: Command) => {
      if ((merchant === undefined) === (kind === undefined))
        command.error('error: give either --merchant <merchantId> or --kind checkout')
      const { found, now } = await asOperator(command, async (operator) => {
        if (merchant !== undefined) await requireMerchant(operator, merchant)
        const found = await listApiKeys(operator.database, merchant ?? null)
        return { found, now: operator.clock() }
      })
      answer(
        command,
        found.map((key) => keyDocument(key, now)),
        (terminal) => {
          if (found.length === 0)
            printNotice(
              terminal,
              'There are no such keys yet. Make one: npx --no checkout keys issue --help',
            )
          else
            print(
              terminal,
              table(
                KEY_HEADS,
                found.map((key) => keyRow(key, now)),
              ),
            )
        },
      )
    })
}
