import { z } from 'zod'

/** The environments. They share nothing: process, database, keys, secrets, addresses, builds. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const
export const Environment = z.enum(ENVIRONMENTS).meta({ id: 'Environment' })
export type Environment = z.infer<typeof Environment>

/** An environment's name; `homologation` and `staging` are aliases of `sandbox`. */
export const EnvironmentName = z.preprocess(
  (name) => (name === 'homologation' || name === 'staging' ? 'sandbox' : name),
  Environment,
)
