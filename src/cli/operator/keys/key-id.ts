import { z } from 'zod'
import { idPattern } from '#domain/id.ts'

export const KeyId = z
  .string()
  .regex(idPattern('key'), 'must be the id of a key (key_…), as "keys list" shows it')
