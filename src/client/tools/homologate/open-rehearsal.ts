import type { Command } from 'commander'
import { asMerchantByKey } from '../by-key.ts'
import type { Host } from '../host.ts'
import { post } from '../post.ts'
import { webhookSecretOfMerchant } from '../webhook-secret.ts'
import { runName, type Opening, type Rehearsal } from './rehearsal.ts'
import { terminalOf } from '../command-line/terminal-of.ts'

/** Opens and closes what the checklist needs: as operator with `--merchant`, else as the merchant with API_KEY. */
export function openRehearsal<T>(
  { operator }: Host,
  command: Command,
  opening: Opening,
  work: (rehearsal: Rehearsal) => Promise<T>,
): Promise<T> {
  const terminal = terminalOf(command)
  const { merchant } = command.opts<{ merchant?: string }>()
  if (operator !== undefined && merchant !== undefined)
    return operator.openRehearsal(command, { ...opening, merchant }, work)
  return asMerchantByKey(
    terminal,
    { hasMerchantOption: operator !== undefined },
    async (merchant) => {
      const secret = await webhookSecretOfMerchant(terminal)
      return work({
        ...merchant,
        facts: undefined,
        secrets: secret === undefined ? [] : [secret],
        post,
        clock: () => new Date(),
        signal: opening.signal,
        run: runName(opening),
        made: [],
      })
    },
  )
}
