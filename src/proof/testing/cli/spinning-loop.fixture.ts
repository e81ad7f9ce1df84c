import { writeSync } from 'node:fs'

// Preloaded into a process: SIGUSR2 blocks its event loop for SPIN_MS.
const STANDARD_ERROR = 2
process.on('SIGUSR2', () => {
  writeSync(STANDARD_ERROR, 'spinning\n')
  const untilMs = performance.now() + Number(process.env['SPIN_MS'])
  while (performance.now() < untilMs);
})
