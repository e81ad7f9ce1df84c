import { SPACES_BEFORE, SPACES_WRITTEN } from './reset-distances.ts'

/** A document in four parts. Many documents have the same head and the same words. */
export interface DocumentParts {
  /** `joinParts` pads it with spaces, so that the head always begins at the same byte. */
  start: string
  head: string
  page: string
  words: string
}

/** The spaces between two parts, at places where spaces do not change the document. */
const JOINT = ' '.repeat(SPACES_BEFORE + SPACES_WRITTEN)
/** The position of the head in the document, in bytes. The head is compressed for this position. */
export const START_BYTES = 1024
export const START_BYTES_MAX: number = START_BYTES - JOINT.length

/** The whole text of a document. */
export function joinParts({ start, head, page, words }: DocumentParts): string {
  return padded(start) + JOINT + head + JOINT + page + JOINT + words
}

/** Pads the start with spaces to `START_BYTES_MAX` bytes; a longer start is returned unchanged. */
export function padded(start: string): string {
  return start + ' '.repeat(Math.max(0, START_BYTES_MAX - Buffer.byteLength(start)))
}
