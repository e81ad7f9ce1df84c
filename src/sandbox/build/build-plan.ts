import { join } from 'node:path'
import type { BuildPlan } from '../../page/build/build-plan.ts'

export const SANDBOX: BuildPlan = {
  environment: 'sandbox',
  clientEntry: 'src/sandbox/page/entry-client.tsx',
  serverEntry: 'src/sandbox/page/entry-server.tsx',
  ownSources: ['src/sandbox/build', 'src/sandbox/page', 'src/sandbox/workshop'],
  ownPurposes: { 'outcome-buttons': 'Decides what happens to a session of the sandbox.' },
  async buildBeside(root) {
    // Vite is loaded only when there is something to build.
    const { buildWorkshop } = await import('./build-workshop.ts')
    await buildWorkshop(join(root, 'workshop'))
  },
}
