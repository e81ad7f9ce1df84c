import { readFileSync } from 'node:fs'
import { parseYaml } from '@redocly/openapi-core'
import type { Json } from './json.ts'
import { printJson } from './print-json.ts'
import { stripProse } from './strip-prose.ts'

// node src/proof/documents/strip-openapi.ts <openapi.yaml> > <name>-<version>.json && npm run fix
const [path] = process.argv.slice(2)
if (path === undefined) throw new TypeError('name the OpenAPI document, as YAML or JSON')
const document = parseYaml(readFileSync(path, 'utf8')) as Json
process.stdout.write(`${printJson(stripProse(document))}\n`)
