import type { Environment } from '../../contract/environment.ts'

/** What one environment's build is made of. Paths begin at the project's root. */
export interface BuildPlan {
  environment: Environment
  clientEntry: string
  serverEntry: string
  /** Folders whose files go into this build alone. */
  ownSources: readonly string[]
  /** Why scripts that only this build has are in the page, by their names. */
  ownPurposes: Readonly<Record<string, string>>
  /** Builds what is served beside the page, into the folder of the build. */
  buildBeside: (root: string) => Promise<void>
}

export const PRODUCTION: BuildPlan = {
  environment: 'production',
  clientEntry: 'src/page/web/entry-client.tsx',
  serverEntry: 'src/page/web/entry-server.tsx',
  ownSources: [],
  ownPurposes: {},
  buildBeside: async () => undefined,
}
