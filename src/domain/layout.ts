import type { Environment } from '#contract/environment.ts'

/**
 * How an installation is laid out, which decides its checks. `production`: as production always is, and as a sandbox can be, to
 * rehearse production. `local`: a sandbox on one machine, which makes what it is not given.
 */
export type Layout = 'local' | 'production'

/** The layout of an environment that is given no other. */
export function layoutOf(environment: Environment): Layout {
  return environment === 'production' ? 'production' : 'local'
}
