import { randomBytes } from 'node:crypto'
import { deriveMasterKeys, type MasterKeys } from '#server/service/keys/master-keys.ts'
import type { Config } from '../config.ts'
import { environmentDirectory } from './environment-directory.ts'
import { secretMadeOnce } from '#server/process/secret-file.ts'

const BYTES = 32

/** Derives keys from MASTER_KEY and MASTER_KEY_PREVIOUS. The sandbox generates a master key once. */
export function masterKeys(config: Config): MasterKeys {
  const { masterKey, previousMasterKeys } = config
  if (masterKey !== undefined) return deriveMasterKeys(masterKey, previousMasterKeys)
  const text = secretMadeOnce(environmentDirectory(config), 'master-key', () =>
    randomBytes(BYTES).toString('base64'),
  )
  return deriveMasterKeys(Buffer.from(text, 'base64'), previousMasterKeys)
}
