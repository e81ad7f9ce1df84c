import type { Command } from 'commander'
import { rotateKey } from '#server/service/keys/rotate-key.ts'
import { OVERLAP_SECONDS_DEFAULT } from '#contract/overlap.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { OverlapSeconds } from '../../options.ts'
import { printSecret, time } from '#client/tools/command-line/output.ts'
import { KeyId } from './key-id.ts'

export function addRotate(keys: Command): void {
  keys
    .command('rotate')
    .summary('replace a key by a new one')
    .description(
      'Makes a key that may do what the old one may. Both work until the overlap is over; then the old one ends. ' +
        'The new key is shown this once, alone on standard output.',
    )
    .argument('<keyId>', 'the old key, as "keys list" shows it', as(KeyId))
    .option('--overlap <time>', 'how long both work: 0 to 7d (default: 24h)', as(OverlapSeconds))
    .addHelpText(
      'after',
      examples(
        'keys rotate key_0Tq4mFhZ7Rk2vXw9sLd3Ye',
        'keys rotate key_0Tq4mFhZ7Rk2vXw9sLd3Ye --overlap 0 --json',
      ),
    )
    .action(async (keyId: string, { overlap }: { overlap?: number }, command: Command) => {
      const rotated = await asOperator(command, (operator) =>
        rotateKey(operator, {
          environment: operator.config.environment,
          keyId,
          overlapSeconds: overlap ?? OVERLAP_SECONDS_DEFAULT,
        }),
      )
      const key = { kind: 'key', id: keyId } as const
      const { keyId: newKeyId, apiKey, oldEndsAt, expiresAt } = valueOf(rotated, key)
      answer(command, { keyId: newKeyId, apiKey }, (terminal) =>
        printSecret(
          terminal,
          apiKey,
          [
            `Key ${keyId} ends ${time(oldEndsAt)}.`,
            `In its place comes ${newKeyId}, which ${expiresAt ? `ends ${time(expiresAt)}` : 'does not expire'}. It is shown this once:`,
          ].join('\n'),
        ),
      )
    })
}
