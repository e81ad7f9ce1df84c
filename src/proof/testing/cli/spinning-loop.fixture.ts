import { writeSync } from 'node:fs'

// Loaded into a process before the product: from SIGUSR2 on it does nothing but turn, for SPIN_MS.
const STANDARD_ERROR = 2
process.on('SIGUSR2', () => {
  writeSync(STANDARD_ERROR, 'spinning\n')
  const untilMs = performance.now() + Number(process.env['SPIN_MS'])
  while (performance.now() < untilMs);
})
