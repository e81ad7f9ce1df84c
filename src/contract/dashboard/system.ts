import { z } from 'zod'
import { EnvironmentName } from '../environment.ts'
import { PaymentMethod } from '../payment.ts'

/** The answer of `GET /api/system`: the state of this installation, without the values of settings. */
export const System = z.strictObject({
  environment: EnvironmentName,
  /** The process that answers. */
  process: z.strictObject({
    version: z.string(),
    node: z.string(),
    parts: z.array(z.string()),
    startedAt: z.iso.datetime(),
    heapUsedBytes: z.int(),
    heapMaxBytes: z.int(),
    /** Payment methods whose circuit breaker is open, because the processor does not answer. */
    breakersOpen: z.array(PaymentMethod),
    settings: z.array(z.strictObject({ name: z.string(), isSet: z.boolean() })),
  }),
  database: z.strictObject({
    version: z.string(),
    bytes: z.int(),
    isReadOnly: z.boolean(),
    /** The name of the last migration that was applied. */
    migration: z.string().nullable(),
    /** Migrations of this release that are not applied to the database. */
    pendingMigrations: z.array(z.string()),
  }),
  /** Work that is not finished. */
  backlog: z.record(z.string(), z.number()),
})
export type System = z.infer<typeof System>
