import type { Command } from 'commander'
import { identifyKey, type IdentifiedKey } from '#server/service/keys/identify-key.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { readInput } from '../../read-input.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { KEY_HEADS, keyDocument, keyRow } from './present-key.ts'

export function addIdentify(keys: Command): void {
  keys
    .command('identify')
    .summary('say whose a key is that was found')
    .description(
      'Reads a key from standard input, never from an argument, which other users and the history of the shell see, and ' +
        'prints its record. The key may stand in a longer text, such as a line of a log: `keys identify < found.txt`. It is not stored or printed.',
    )
    .addHelpText('after', examples('keys identify', 'keys identify --json'))
    .action(async (_options: object, command: Command) => {
      const terminal = terminalOf(command)
      const text = await readInput(terminal, 'Paste the key, and press Enter.')
      const { identified, now } = await asOperator(command, async (operator) => ({
        identified: await identifyKey(
          { ...operator, environment: operator.config.environment },
          { merchants: 'all' },
          text,
        ),
        now: operator.clock(),
      }))
      if (identified.outcome !== 'known') throw new CommandFailure(whyNot(identified))
      const { key } = identified
      answer(command, { ...keyDocument(key, now), merchantId: key.merchantId }, () => {
        print(
          terminal,
          table([...KEY_HEADS, 'MERCHANT'], [[...keyRow(key, now), key.merchantId ?? '-']]),
        )
        printNotice(
          terminal,
          key.revokedAt === null
            ? `End it now: npx --no checkout keys revoke ${key.id}`
            : 'It is revoked, and opens nothing.',
        )
      })
    })
}

function whyNot(identified: Exclude<IdentifiedKey, { outcome: 'known' }>): string {
  switch (identified.outcome) {
    case 'no-key':
      return 'There is no API key in it: one is hp_live_ or hp_test_ and 49 letters and digits, whose last six are a checksum.'
    case 'other-environment':
      return `It is a key of the ${identified.environment}: ask there.`
    case 'unknown':
      return 'No key like it was issued from this database.'
  }
}
