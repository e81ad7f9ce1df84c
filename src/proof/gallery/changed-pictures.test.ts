import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changedPictures } from './changed-pictures.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gallery-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function write(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(directory, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

describe('changedPictures', () => {
  it('are those that differ and those that are new', async () => {
    await write({
      'before/en/open-360-light.jpg': 'one',
      'before/en/pix-360-light.jpg': 'two',
      'before/en/gone-360-light.jpg': 'four',
      'after/en/open-360-light.jpg': 'one',
      'after/en/pix-360-light.jpg': 'three',
      'after/pt-BR/pix-360-light.jpg': 'two',
      'after/index.html': 'not a picture',
    })
    expect(await changedPictures(join(directory, 'after'), join(directory, 'before'))).toEqual([
      'en/pix-360-light.jpg',
      'pt-BR/pix-360-light.jpg',
    ])
  })

  it('are all of them when there is no earlier run', async () => {
    await write({ 'after/en/open-360-light.jpg': 'one' })
    expect(await changedPictures(join(directory, 'after'), join(directory, 'nowhere'))).toEqual([
      'en/open-360-light.jpg',
    ])
  })
})
