import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Name of the file that marks a folder as made by this program. */
export const MARKER = '.hosted-checkout'

const TEXT = 'Made by hosted-checkout. "npx checkout forget --everything" removes this folder.\n'

/** Makes a folder that carries the marker. A folder that exists is left as it is. */
export function makeMarkedDirectory(directory: string, mode: number): void {
  if (mkdirSync(directory, { recursive: true, mode }) === undefined) return
  writeFileSync(join(directory, MARKER), TEXT)
}
