import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secret } from './secrets.ts'

const CHUNK_BYTES = 1024 * 1024

/** Finds secrets in the files of a folder, as `MASTER_KEY in base/5/16384`. */
export async function findSecrets(
  directory: string,
  secrets: readonly Secret[],
): Promise<string[]> {
  const forms = secrets.flatMap(({ name, forms }) => forms.map((bytes) => ({ name, bytes })))
  const overlap = Math.max(0, ...forms.map(({ bytes }) => bytes.length - 1))
  const found: string[] = []
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const names = new Set<string>()
    let tail = Buffer.alloc(0)
    for await (const chunk of createReadStream(path, {
      highWaterMark: CHUNK_BYTES,
    }) as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([tail, chunk])
      for (const form of forms) if (bytes.includes(form.bytes)) names.add(form.name)
      tail = bytes.subarray(Math.max(0, bytes.length - overlap))
    }
    for (const name of names) found.push(`${name} in ${path.slice(directory.length + 1)}`)
  }
  return found
}
