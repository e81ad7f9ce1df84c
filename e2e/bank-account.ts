import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountsAtBank } from '#proof/testing/api-pix/at-bank.ts'

/**
 * Writes a file for `PROCESSORS`: Pix goes to a running bank, which sends webhooks by mutual TLS; all else goes to the
 * simulator. Returns the path of the file.
 */
export async function writeBankAccount(apiUrl: string, directory: string): Promise<string> {
  const path = join(directory, 'accounts.json')
  await writeFile(path, JSON.stringify(accountsAtBank(apiUrl, { takesWebhooks: true })))
  return path
}
