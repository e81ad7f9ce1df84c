import { join } from 'node:path'
import type { BuildPlan } from '#page/build/build-plan.ts'

/** Production: the shopper's page, and the dashboard beside it. */
export const PRODUCTION: BuildPlan = {
  environment: 'production',
  clientEntry: 'src/page/web/entry-client.tsx',
  serverEntry: 'src/page/web/entry-server.tsx',
  ownSources: ['src/dashboard/build', 'src/dashboard/web'],
  ownPurposes: {},
  async buildBeside(root) {
    // Imported lazily: Vite is only needed when something has changed.
    const { buildDashboard } = await import('./build-dashboard.ts')
    await buildDashboard('production', 'src/dashboard/web/entry.tsx', join(root, 'dashboard'))
  },
}
