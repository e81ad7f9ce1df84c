import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** The pictures of `folder` that differ from those of an earlier run, or are new: `{language}/{file}`. */
export async function changedPictures(folder: string, earlier: string): Promise<string[]> {
  const changed: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.jpg')) continue
    const picture = await readFile(join(folder, name))
    const before = await readFile(join(earlier, name)).catch(() => null)
    if (before === null || !picture.equals(before)) changed.push(name.replaceAll(sep, '/'))
  }
  return changed.toSorted()
}
