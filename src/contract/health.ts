import { z } from 'zod'
import { Environment } from './environment.ts'

/** Response of `GET /v1/health`. */
export const Health = z
  .object({ status: z.literal('ok'), environment: Environment })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof Health>
