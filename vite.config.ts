import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Tests that need a worker of their own: they have a document, replace a module, change what their process trusts, or, as the
 * client's, are to meet the platform's `Response`, which Hono's server replaces.
 */
const ALONE = [
  'src/**/*.test.tsx',
  'src/client/*.test.ts',
  'src/page/web/early.test.ts',
  'src/page/bff/hostile-texts.test.ts',
  'src/page/bff/observatory.test.ts',
  'src/server/mail/receipt-mailer.test.ts',
  'src/proof/deploy/image.test.ts',
  'src/cli/production-alone.test.ts',
  'src/proof/growth/growth.test.ts',
]

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
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        // One worker takes many files: to load the server's modules for each took a third of the time.
        test: {
          name: 'together',
          include: ['src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
})
