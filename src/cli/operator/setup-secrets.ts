import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'

/** The files of a folder of secrets, by the variable whose value they hold. */
const FILES = { MASTER_KEY: 'master-key', CHECKOUT_API_KEY: 'checkout-api-key' } as const
export type MadeSecret = keyof typeof FILES
const OWNER_ONLY = 0o600

/** Where `setup` keeps the secrets that it makes, for `MASTER_KEY_FILE` and `CHECKOUT_API_KEY_FILE` of the server. */
export interface SecretFolder {
  /** Writes a new secret to its file, which must not exist yet, and sets its variable. Returns the path. */
  keep(name: MadeSecret, value: string): string
}

/**
 * Opens a folder of secrets, and sets the variables of those that an earlier run made. Throws a `CommandFailure` where it
 * cannot write, before anything is made that would be lost.
 */
export function openSecretFolder(
  folder: string,
  variables: Record<string, string | undefined>,
): SecretFolder {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new CommandFailure(
      `--files ${folder}: this is no folder that setup can write to`,
      EXIT.configuration,
    )
  }
  for (const [name, file] of Object.entries(FILES)) {
    const path = join(folder, file)
    if (existsSync(path) && (variables[name] ?? '') === '')
      variables[name] = readFileSync(path, 'utf8').trimEnd()
  }
  return {
    keep(name, value) {
      const path = join(folder, FILES[name])
      writeFileSync(path, `${value}\n`, { flag: 'wx', mode: OWNER_ONLY, flush: true })
      variables[name] = value
      return path
    },
  }
}
