import type { Command } from 'commander'
import { MerchantId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { typedText } from '#contract/values.ts'
import type { Unsearchable } from '#domain/find-query.ts'
import { find } from '#server/service/find/find.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import { as, listOf } from '#client/tools/command-line/read-option.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { requireMerchant } from '../../merchant.ts'
import { readInput } from '../../read-input.ts'
import { findDocument, printFound, readingsText } from './present-found.ts'

interface FindOptions {
  merchant?: string
  showPersons?: true
}

export function addFind(program: Command): void {
  program
    .command('find')
    .summary('find a payment by whatever is known of it')
    .description(
      'Finds payments by order, e-mail, CPF or CNPJ, phone, last four digits of the card with the amount, Pix end-to-end ' +
        'id, slip, link, amount, any id, or what the processor calls it; merchants by name. Persons are masked. A search by ' +
        'e-mail, phone or tax id is recorded, and so is each person that is shown.',
    )
    .argument(
      '<text...>',
      'as the shopper says it; - reads it from standard input',
      listOf(typedText(LIMITS.urlLengthMax)),
    )
    .option('--merchant <merchantId>', 'of this merchant only', as(MerchantId))
    .option('--show-persons', 'show e-mail, name, phone and tax id in full, which is recorded')
    .addHelpText(
      'after',
      examples(
        'find ada@mail.example',
        'find 4242 259,90 --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
        'find E18236120202611211407s1f2g3h4i5J --json',
        'find A-1001 --show-persons',
        'find -',
      ),
    )
    .action(async (words: string[], options: FindOptions, command: Command) => {
      const terminal = terminalOf(command)
      const isPiped = words.length === 1 && words[0] === '-'
      const text = isPiped
        ? await readInput(terminal, 'Type it, and press Enter.')
        : words.join(' ')
      const found = await asOperator(command, async (operator) => {
        const { merchant: merchantId, showPersons = false } = options
        if (merchantId !== undefined) await requireMerchant(operator, merchantId)
        const scope = merchantId === undefined ? ({ merchants: 'all' } as const) : { merchantId }
        const input = { text, showsPersons: showPersons }
        return { ...(await find(operator, scope, input)), now: operator.clock() }
      })
      if (!found.isSearched) throw new CommandFailure(NOT_SEARCHED[found.as])
      answer(command, findDocument(found), () => {
        printNotice(terminal, readingsText(found.readings))
        printFound(terminal, found)
        if (found.hasMore) printNotice(terminal, 'There are more. Add --merchant, or say more.')
      })
    })
}

const NOT_SEARCHED: Readonly<Record<Unsearchable, string>> = {
  'api-key':
    'That is an API key. It was not searched, but may stand in the history of your shell. Whose it is: npx --no checkout keys identify',
  'webhook-secret':
    'That is a webhook secret. It was not searched, but may stand in the history of your shell. Replace it: npx --no checkout callback rotate --help',
  'card-number':
    'That is the number of a card. It was not searched, but may stand in the history of your shell. Give its last four digits and the amount.',
}
