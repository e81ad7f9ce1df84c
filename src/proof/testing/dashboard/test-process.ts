import type { System } from '#contract/dashboard/system.ts'

/** What a process reports about itself. */
export const TEST_PROCESS: System['process'] = {
  version: '0.0.0',
  node: 'v24.0.0',
  parts: ['api', 'worker', 'dashboard'],
  startedAt: '2026-11-20T14:00:00.000Z',
  heapUsedBytes: 100_000_000,
  heapMaxBytes: 400_000_000,
  breakersOpen: ['pix'],
  settings: [
    { name: 'MASTER_KEY', isSet: true },
    { name: 'SMTP_URL', isSet: false },
  ],
}
