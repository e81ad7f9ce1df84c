import { type FileHandle, open } from 'node:fs/promises'
import type { LookUpPlace } from './look-up-place.ts'
import { readPlace } from './read-place.ts'

/** A line is no longer, with its end. */
const LINE_BYTES_MAX = 1024
const CEP_AT_START = /^\d{8}(?=\t)/
const NEW_LINE = 10

export class PlaceTableRefused extends Error {
  override name = 'PlaceTableRefused'
}

/**
 * The operator's table: UTF-8, one CEP in a line, sorted by it, with tabs between CEP, street, district, city and state.
 * A look-up searches the file, so that a table of the whole country takes no memory and may be replaced at any time. Throws
 * a `PlaceTableRefused` that names the first wrong line.
 */
export async function openPlaceTable(path: string): Promise<LookUpPlace> {
  await checkLines(path)
  return async (cep) => {
    await using file = await open(path)
    const { size } = await file.stat()
    const line = await findLine(file, size, cep)
    if (line === undefined) return null
    const [, street, district, city, state] = line.split('\t')
    return readPlace({ cep, street, district, city, state }, cep)
  }
}

async function checkLines(path: string): Promise<void> {
  await using file = await open(path).catch((error: unknown) => {
    throw new PlaceTableRefused(`${path} cannot be read`, { cause: error })
  })
  let number = 0
  let before = ''
  for await (const line of file.readLines({ start: 0, autoClose: false, encoding: 'utf8' })) {
    number += 1
    const [cep = ''] = CEP_AT_START.exec(line) ?? []
    if (cep <= before || Buffer.byteLength(line) + 2 > LINE_BYTES_MAX)
      throw new PlaceTableRefused(
        `${path}: line ${number} must begin with a CEP of eight digits and a tab, be greater than the line before, and have at most ${LINE_BYTES_MAX - 2} bytes`,
      )
    before = cep
  }
}

/** A binary search by bytes: each step reads the first line that begins in the upper half. */
async function findLine(file: FileHandle, size: number, cep: string): Promise<string | undefined> {
  let from = 0
  let to = size
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const found = await lineAt(file, middle)
    if (found === undefined || found.start >= to) to = middle
    else if (found.line.startsWith(cep)) return found.line
    else if (found.line < cep) from = found.end
    else to = middle
  }
  return undefined
}

/** The first whole line that begins at or after the position. */
async function lineAt(file: FileHandle, position: number) {
  // The byte before says whether a line begins here.
  const offset = Math.max(0, position - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * LINE_BYTES_MAX), {
    position: offset,
  })
  const read = buffer.subarray(0, bytesRead)
  const start = position === 0 ? 0 : read.indexOf(NEW_LINE) + 1
  if ((position > 0 && start === 0) || start >= read.length) return undefined
  const newLine = read.indexOf(NEW_LINE, start)
  const end = newLine < 0 ? read.length : newLine
  return {
    line: read.toString('utf8', start, end).trimEnd(),
    start: offset + start,
    end: offset + end + 1,
  }
}
