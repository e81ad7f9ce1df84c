import { join } from 'node:path'
import { startPixBank } from './api-pix/start-pix-bank.ts'

/** The fake banks to run, with their ports. */
export interface FakesToStart {
  'api-pix'?: { apiPort: number; pagePort: number } | undefined
}

export interface RunningFakes {
  /** The pages of payers' banks, to open in a browser. */
  pages: { name: string; url: string }[]
  close(): Promise<void>
}

/** Starts fake banks on ports of this machine; their books stay in `directory`, so that they survive a restart. */
export async function startFakes(fakes: FakesToStart, directory: string): Promise<RunningFakes> {
  const ports = fakes['api-pix']
  if (ports === undefined) return { pages: [], close: async () => undefined }
  const bank = await startPixBank({
    ports: { api: ports.apiPort, page: ports.pagePort },
    journalPath: join(directory, 'fake-api-pix.jsonl'),
  })
  return { pages: [{ name: "Payer's bank", url: bank.pageUrl }], close: () => bank.close() }
}
