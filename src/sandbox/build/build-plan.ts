import { join } from 'node:path'
import type { BuildPlan } from '#page/build/build-plan.ts'

export const SANDBOX: BuildPlan = {
  environment: 'sandbox',
  clientEntry: 'src/sandbox/page/entry-client.tsx',
  serverEntry: 'src/sandbox/page/entry-server.tsx',
  ownSources: [
    'src/dashboard/build',
    'src/dashboard/web',
    'src/sandbox/build',
    'src/sandbox/dashboard',
    'src/sandbox/page',
    'src/sandbox/workshop',
  ],
  ownPurposes: {
    'later-additions': 'Lists test values, and decides what happens to a session of the sandbox.',
  },
  async buildBeside(root) {
    // Imported lazily: Vite is only needed when something has changed.
    const { buildWorkshop } = await import('./build-workshop.ts')
    const { buildDashboard } = await import('#dashboard/build/build-dashboard.ts')
    await buildWorkshop(join(root, 'workshop'))
    await buildDashboard('sandbox', 'src/sandbox/dashboard/entry.tsx', join(root, 'dashboard'))
  },
}
