import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountsAtBank } from '../src/proof/testing/api-pix/at-bank.ts'

/**
 * Writes a file for `PROCESSORS`: Pix at a running bank, whose webhooks come by mutual TLS; all else at the simulator.
 * Returns its path.
 */
export async function writeBankAccount(apiUrl: string, directory: string): Promise<string> {
  const path = join(directory, 'accounts.json')
  await writeFile(path, JSON.stringify(accountsAtBank(apiUrl, { takesWebhooks: true })))
  return path
}
