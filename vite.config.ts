import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { previewStates } from './src/build/preview-states.ts'

export default defineConfig({
  plugins: [react(), previewStates()],
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/no-unexpected-console.ts'],
    testTimeout: 20_000,
    // A busy machine is slow, not wrong.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
  },
})
