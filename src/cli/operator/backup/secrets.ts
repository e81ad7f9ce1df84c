import type { Config } from '../../config.ts'
import { environmentDirectory } from '../../compose/environment-directory.ts'
import { readSecretFile } from '#server/process/secret-file.ts'

/** A secret that no file of a backup may contain, in each encoding to look for. */
export interface Secret {
  name: string
  forms: Buffer[]
}

/** The secrets of this process's configuration and data directory. */
export function secretsOf(config: Config): Secret[] {
  const directory = environmentDirectory(config)
  const made = readSecretFile(directory, 'master-key')
  const masterKey =
    config.masterKey ?? (made === undefined ? undefined : Buffer.from(made, 'base64'))
  const apiKey = config.checkoutApiKey ?? readSecretFile(directory, 'checkout-api-key')
  return [
    ...(masterKey === undefined ? [] : [ofBytes('MASTER_KEY', masterKey)]),
    ...config.previousMasterKeys.map((key) => ofBytes('MASTER_KEY_PREVIOUS', key)),
    ...(apiKey === undefined ? [] : [{ name: 'CHECKOUT_API_KEY', forms: [Buffer.from(apiKey)] }]),
  ]
}

function ofBytes(name: string, key: Uint8Array): Secret {
  const bytes = Buffer.from(key)
  const texts = [
    bytes.toString('base64').replace(/={1,2}$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
  return { name, forms: [bytes, ...texts.map((text) => Buffer.from(text))] }
}
