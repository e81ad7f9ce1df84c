import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountsAtBank } from '../../testing/api-pix/at-bank.ts'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'

/** An accounts file for `PROCESSORS`: Pix at a bank of API Pix, all else at the simulator. */
export async function writeAccounts(
  apiUrl: string,
  takes: { takesWebhooks: boolean },
): Promise<{ path: string; remove: () => Promise<void> }> {
  const directory = await makeScratchDirectory()
  const path = join(directory, 'accounts.json')
  await writeFile(path, JSON.stringify(accountsAtBank(apiUrl, takes)))
  return { path, remove: () => rm(directory, { recursive: true, force: true }) }
}
