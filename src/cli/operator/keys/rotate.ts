import type { Command } from 'commander'
import type { ApiKeyRecord } from '#server/database/keys/api-keys.ts'
import { rotateKey } from '#server/service/keys/rotate-key.ts'
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
      'Makes a key that may do what the old one may, and no more: a scope of a later release such as captures:write needs "keys issue". Both work until the overlap is over; then the old one ends. ' +
        'A key of the page ends a day after the new one is first used, unless --overlap is given. ' +
        'The new key is shown this once, alone on standard output.',
    )
    .argument('<keyId>', 'the old key, as "keys list" shows it', as(KeyId))
    .option(
      '--overlap <time>',
      'how long both work: 0 to 7d (default: 24h, for a key of the page from the first use of the new one)',
      as(OverlapSeconds),
    )
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
          overlapSeconds: overlap,
        }),
      )
      const key = { kind: 'key', id: keyId } as const
      const { keyId: newKeyId, apiKey, old, oldEndsAt, expiresAt } = valueOf(rotated, key)
      answer(command, { keyId: newKeyId, apiKey }, (terminal) =>
        printSecret(
          terminal,
          apiKey,
          [
            ...(old.kind === 'checkout' ? [lastUseOf(old)] : []),
            oldEndsAt === null ? endsAfter(newKeyId, old) : `Key ${keyId} ends ${time(oldEndsAt)}.`,
            `In its place comes ${newKeyId}, which ${expiresAt ? `ends ${time(expiresAt)}` : 'does not expire'}. It is shown this once:`,
          ].join('\n'),
        ),
      )
    })
}

function lastUseOf({ id, lastUsedAt, lastUsedAddress }: ApiKeyRecord): string {
  if (lastUsedAt === null) return `Key ${id} was never used.`
  return `Key ${id} was last used ${time(lastUsedAt)}, from ${lastUsedAddress ?? "the API's own process"}.`
}

function endsAfter(newKeyId: string, { id, expiresAt }: ApiKeyRecord): string {
  const own = expiresAt === null ? '' : `, and at the latest ${time(expiresAt)}, as it was issued`
  return `Key ${id} ends a day after ${newKeyId} is first used${own}. Give it to every process of the page as CHECKOUT_API_KEY; "npx --no checkout keys list --kind checkout" shows which keys are used, and from where.`
}
