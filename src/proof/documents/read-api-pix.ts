import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from './json.ts'

const PATH = join(import.meta.dirname, 'api-pix-2.9.0.json')

/** The Central Bank's API Pix 2.9.0, without its prose (`SOURCES.md`). */
export function readApiPix(): JsonObject {
  return JSON.parse(readFileSync(PATH, 'utf8')) as JsonObject
}
