import { z } from 'zod'
import { idPattern } from '#domain/id.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'

export const KeyId = z
  .string()
  .regex(idPattern('key'), 'must be the id of a key (key_…), as "keys list" shows it')

export function noKey(keyId: string): CommandFailure {
  return new CommandFailure(
    `There is no key ${keyId}. Those there are: npx checkout keys list --merchant <merchantId>`,
  )
}
