import { CheckoutClient } from '#client/index.ts'
import { asMerchantByKey } from '#client/tools/by-key.ts'
import type { Merchant } from '#client/tools/by-key.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { issueKey, keyOfMerchant } from '#server/service/keys/issue-key.ts'
import type { Actor } from '#server/service/audit/record-audit.ts'
import type { OperatorContext } from '#server/service/audit/operator-context.ts'
import { revokeKey } from '#server/service/keys/revoke-key.ts'
import { readMerchant } from '#server/database/merchants/merchants.ts'
import { DatabaseUnavailable } from '#server/database/engine/database-errors.ts'
import { commandLog } from './command-log.ts'
import { openLastingService, type LastingService } from './compose/open-lasting-service.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { loadConfigBeside } from './load-config.ts'
import { noMerchant } from './merchant.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'

/** The key is revoked at the end; the expiry is for a process that is killed. */
const KEY_LIFE_MS = 30 * 86_400_000

/**
 * Runs `work` as a merchant: with `--merchant` in this process, through the operator's database and a temporary key,
 * else over the network with API_URL and API_KEY.
 */
export function asMerchant<T>(
  terminal: Terminal,
  { merchant, actor }: { merchant?: string | undefined; actor?: Actor | undefined },
  work: (merchant: Merchant) => Promise<T>,
): Promise<T> {
  return merchant === undefined
    ? asMerchantByKey(terminal, { hasMerchantOption: true }, work)
    : inProcess(terminal, merchant, actor, work)
}

async function inProcess<T>(
  terminal: Terminal,
  merchantId: string,
  actor: Actor | undefined,
  work: (merchant: Merchant) => Promise<T>,
): Promise<T> {
  const config = loadConfigBeside(terminal)
  const { environment } = config
  if (environment !== 'sandbox') throw new CommandFailure('Only the sandbox can do that.')
  // The client reports failures already; the service's log would repeat them.
  const log = commandLog(
    terminal,
    ['trace', 'debug'].includes(config.logLevel) ? config.logLevel : 'silent',
  )
  const service = await openLastingService(config, log)
  try {
    const { context } = await service.current()
    if ((await readMerchant(context.database, merchantId)) === undefined)
      throw noMerchant(merchantId)
    const { keyId, apiKey } = await issueKey(actingAs(actor, context), {
      ...keyOfMerchant(environment, merchantId),
      expiresAt: new Date(context.clock().getTime() + KEY_LIFE_MS),
    })
    try {
      return await work({
        merchantId,
        client: new CheckoutClient({
          apiKey,
          environment,
          baseUrl: config.apiUrl,
          fetch: service.fetch,
        }),
      })
    } finally {
      await revokeOwnKey(terminal, service, actor, keyId)
    }
  } finally {
    await service.close()
  }
}

function actingAs(actor: Actor | undefined, context: ServiceContext): OperatorContext {
  return { ...context, ...(actor && { actor }) }
}

async function revokeOwnKey(
  terminal: Terminal,
  service: LastingService,
  actor: Actor | undefined,
  keyId: string,
): Promise<void> {
  try {
    await revokeKey(actingAs(actor, (await service.current()).context), keyId)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    printNotice(
      terminal,
      `The key of this command, ${keyId}, was not revoked: the database does not answer.`,
    )
  }
}
