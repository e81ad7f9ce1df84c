import { randomBytes } from 'node:crypto'
import { deriveMasterKeys, type MasterKeys } from '../../service/master-keys.ts'
import type { Config } from '../config.ts'
import { environmentDirectory } from './environment-directory.ts'
import { secretMadeOnce } from './secret-file.ts'

const BYTES = 32

/** The keys of MASTER_KEY; the sandbox makes its own once. */
export function masterKeys(config: Config): MasterKeys {
  if (config.masterKey !== undefined) return deriveMasterKeys(config.masterKey)
  const text = secretMadeOnce(environmentDirectory(config), 'master-key', () =>
    randomBytes(BYTES).toString('base64'),
  )
  return deriveMasterKeys(Buffer.from(text, 'base64'))
}
