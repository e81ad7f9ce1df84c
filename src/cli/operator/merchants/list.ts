import type { Command } from 'commander'
import { listMerchants } from '#server/database/merchants/merchants.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { print, printNotice, time } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
import { merchantDocument } from './present-merchant.ts'

export function addList(merchants: Command): void {
  merchants
    .command('list')
    .summary('list all merchants')
    .description('Lists all merchants, oldest first.')
    .addHelpText('after', examples('merchants list', 'merchants list --json'))
    .action(async (_options: object, command: Command) => {
      const found = await asOperator(command, ({ database }) => listMerchants(database))
      answer(command, found.map(merchantDocument), (terminal) => {
        if (found.length === 0) {
          printNotice(
            terminal,
            'There are no merchants yet. Make one: npx --no checkout merchants create --help',
          )
          return
        }
        const rows = found.map(({ id, name, currency, country, createdAt }) => [
          id,
          currency,
          country,
          time(createdAt),
          name,
        ])
        print(terminal, table(['MERCHANT', 'CURRENCY', 'COUNTRY', 'CREATED', 'NAME'], rows))
      })
    })
}
