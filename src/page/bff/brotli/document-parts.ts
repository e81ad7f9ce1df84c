import { SPACES_BEFORE, SPACES_WRITTEN } from './reset-distances.ts'

/** A document in four parts, of which the second and the last are the same in many documents. */
export interface DocumentParts {
  /** Filled up with spaces, so that the head has its place. */
  start: string
  head: string
  page: string
  words: string
}

/** Between two parts: spaces, where they change nothing. */
const JOINT = ' '.repeat(SPACES_BEFORE + SPACES_WRITTEN)
/** The place of the head, which is compressed for it. */
export const START_BYTES = 1024
export const START_BYTES_MAX: number = START_BYTES - JOINT.length

/** The whole text of a document. */
export function joinParts({ start, head, page, words }: DocumentParts): string {
  return padded(start) + JOINT + head + JOINT + page + JOINT + words
}

/** The start with spaces up to its length; a longer one is left as it is. */
export function padded(start: string): string {
  return start + ' '.repeat(Math.max(0, START_BYTES_MAX - Buffer.byteLength(start)))
}
