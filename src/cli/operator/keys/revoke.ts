import type { Command } from 'commander'
import { revokeKey } from '#server/service/keys/revoke-key.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { print } from '#client/tools/command-line/output.ts'
import { table } from '#client/tools/command-line/table.ts'
import { KeyId } from './key-id.ts'
import { KEY_HEADS, keyDocument, keyRow } from './present-key.ts'

export function addRevoke(keys: Command): void {
  keys
    .command('revoke')
    .summary('end a key now')
    .description('Ends a key for good. Every process refuses it within a second.')
    .argument('<keyId>', 'as "keys list" shows it', as(KeyId))
    .addHelpText('after', examples('keys revoke key_0Tq4mFhZ7Rk2vXw9sLd3Ye'))
    .action(async (keyId: string, _options: object, command: Command) => {
      const { key, now } = await asOperator(command, async (operator) => ({
        key: valueOf(await revokeKey(operator, keyId), { kind: 'key', id: keyId }),
        now: operator.clock(),
      }))
      answer(command, keyDocument(key, now), (terminal) =>
        print(terminal, table(KEY_HEADS, [keyRow(key, now)])),
      )
    })
}
