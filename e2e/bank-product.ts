import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { bankBooks } from '#proof/campaigns/api-pix/bank-books.ts'
import { ILLEGAL } from '#proof/campaigns/crash/product.ts'
import { judge } from '#proof/oracle/judge.ts'
import { readBooks } from '#proof/oracle/read-books.ts'
import type { Violation } from '#proof/oracle/violation.ts'
import {
  freePorts,
  SANDBOX_PORTS,
  startCommandProcess,
} from '#proof/testing/cli/server-process.fixture.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { attachEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { BANK_ACCOUNT } from '#proof/testing/api-pix/at-bank.ts'
import { writeBankAccount } from './bank-account.ts'
import { commandOf, type CheckoutCommand } from './checkout-command.ts'
import type { Merchant } from './merchant.ts'
import { startTroubledBank, type TroubledBank } from './troubled-bank.ts'
import { openWebhookSender, type WebhookSender } from './webhook-sender.ts'

/** A separate product with its own database, which takes Pix through the API Pix of a fake bank in this process. */
export interface BankProduct {
  apiUrl: string
  command: CheckoutCommand
  bank: TroubledBank
  /** Posts to the product's webhook URL for the bank. */
  webhooks: WebhookSender
  /** The payments whose money came after the end of their sessions; the oracle accepts late money for no others. */
  paidLate: string[]
  /** The oracle reads the books of these merchants. */
  merchants: Merchant[]
  /** The violations that the oracle finds when it compares the tables with the bank's ledger and with the received webhooks. */
  violations: () => Promise<Violation[]>
  close: () => Promise<void>
}

export async function startBankProduct(): Promise<BankProduct> {
  const directory = await makeScratchDirectory()
  const bank = await startTroubledBank()

  const ports = await freePorts(...SANDBOX_PORTS, 'PROCESSOR_WEBHOOK_PORT')
  const environment = {
    CHECKOUT_ENVIRONMENT: 'sandbox',
    ...ports,
    PROCESSORS: await writeBankAccount(bank.apiUrl, directory),
    REQUESTS_PER_SECOND: '1000',
    LOG_LEVEL: 'warn',
    DATA_DIR: directory,
  }
  const product = await startCommandProcess(['serve'], environment)
  const command = commandOf(environment)
  await command('processors', 'check', {}, BANK_ACCOUNT, '--register-webhook')
  const database = new Client({ connectionString: databaseUrl(directory) })
  await database.connect()

  const webhooks = openWebhookSender(
    `https://localhost:${ports.PROCESSOR_WEBHOOK_PORT}/processor/notifications/${BANK_ACCOUNT}/pix`,
  )
  const paidLate: string[] = []
  const merchants: Merchant[] = []
  return {
    apiUrl: `http://localhost:${ports.API_PORT}`,
    command,
    bank,
    webhooks,
    paidLate,
    merchants,
    async violations() {
      const ids = merchants.map(({ id }) => id)
      const tables = await readBooks(database, ids)
      const received = merchants.flatMap(({ id, inbox }) =>
        inbox.received.map((one) => ({ ...one, merchantId: id, answered: 204 })),
      )
      const processor = bankBooks(bank.control, bank.customer.id)
      const complaints = product
        .output()
        .split('\n')
        .filter((line) => ILLEGAL.test(line))
      return judge({ ...tables, processor, received, exchanges: [], paidLate, complaints })
    },
    async close() {
      await database.end()
      await product.stop()
      await webhooks.close()
      await bank.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function databaseUrl(directory: string): string {
  const attached = attachEmbeddedPostgres({ dataDir: join(directory, 'sandbox') })
  if (attached === undefined) throw new Error('the product has no database')
  return attached.url
}
