import type { Environment } from '#contract/environment.ts'

/** Inputs of one environment's build. Paths are relative to the project's root. */
export interface BuildPlan {
  environment: Environment
  clientEntry: string
  serverEntry: string
  /** Source folders of this build only. */
  ownSources: readonly string[]
  /** Purposes of scripts that only this build has, by name. */
  ownPurposes: Readonly<Record<string, string>>
  /** Builds what is served beside the page, into the build's folder. */
  buildBeside: (root: string) => Promise<void>
}
