import { z } from 'zod'

/** The two environments. They share nothing: process, database, keys, secrets, addresses, builds. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const
export const Environment = z.enum(ENVIRONMENTS).meta({ id: 'Environment' })
export type Environment = z.infer<typeof Environment>

/** Reads an environment's name; the names `homologation` and `staging` mean the sandbox. */
export const EnvironmentName = z.preprocess(
  (name) => (name === 'homologation' || name === 'staging' ? 'sandbox' : name),
  Environment,
)
