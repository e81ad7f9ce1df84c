import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { PROJECTS, SlowestFirst } from '#proof/suites/vitest-projects.ts'

export default defineConfig({
  plugins: [react()],
  test: {
    globalSetup: ['src/proof/testing/global-setup.ts'],
    setupFiles: ['src/proof/testing/no-unexpected-console.ts'],
    // Tests wait for PostgreSQL and for processes more than they compute.
    maxWorkers: availableParallelism() * 2,
    // A busy machine is slow, not wrong.
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 180_000,
    sequence: { sequencer: SlowestFirst },
    projects: PROJECTS,
  },
})
