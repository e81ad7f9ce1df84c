import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const BROTLI_QUALITY = 11
const GZIP_LEVEL = 9

/** Brotli at its highest quality. */
export function brotli(bytes: Uint8Array): Promise<Buffer> {
  return toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** Writes `.br` and `.gz` beside every file at build time, so that serving compresses nothing. */
export async function compressFiles(directory: string): Promise<void> {
  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const path = join(file.parentPath, file.name)
    const bytes = await readFile(path)
    await writeFile(`${path}.br`, await brotli(bytes))
    await writeFile(`${path}.gz`, await toGzip(bytes, { level: GZIP_LEVEL }))
  }
}
