import { mkdirSync, rmSync } from 'node:fs'

// Starts the product under test upon an empty data directory.
const directory = process.env['DATA_DIR']
if (directory === undefined) throw new Error('DATA_DIR is missing')
rmSync(directory, { recursive: true, force: true })
mkdirSync(directory)
await import('#cli/main.ts')
