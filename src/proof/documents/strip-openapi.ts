import { readFileSync } from 'node:fs'
import { parseYaml } from '@redocly/openapi-core'
import type { JsonObject } from './json.ts'
import { printJson } from './print-json.ts'
import { selectPaths } from './select-paths.ts'
import { stripProse } from './strip-prose.ts'

// node src/proof/documents/strip-openapi.ts <openapi.yaml> > <name>-<version>.json && npm run fix
// With --only <path>… the result has these paths alone, and no examples; without a path after it, only webhooks.
const [path, only, ...paths] = process.argv.slice(2)
if (path === undefined || (only !== undefined && only !== '--only'))
  throw new TypeError('name the OpenAPI document, as YAML or JSON, and perhaps --only <path>…')
const document = parseYaml(readFileSync(path, 'utf8')) as JsonObject
const selected = only === undefined ? document : selectPaths(document, paths)
process.stdout.write(`${printJson(stripProse(selected))}\n`)
