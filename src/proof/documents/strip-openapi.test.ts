import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import type { Json } from './json.ts'
import { printJson } from './print-json.ts'
import { readApiPix } from './read-api-pix.ts'
import { stripProse } from './strip-prose.ts'

const YAML = `
info: { title: Bank, description: long, version: 1.0.0 }
paths:
  /x:
    get:
      summary: prose
      responses: { '200': { description: prose, content: { text/x: { schema: { $ref: '#/y' } } } } }
components:
  securitySchemes: { a: { flows: { f: { scopes: { x.read: prose } } } } }
  schemas:
    Problem:
      title: prose
      required: [title]
      properties: { title: { type: string, description: prose, x-note: prose }, description: { enum: [a] } }
  examples: { one: { summary: prose, value: { title: kept, description: kept } } }
`

describe('strip-openapi', () => {
  it('keeps structure and values, and no prose', () => {
    expect(stripProse(parseYaml(YAML) as Json)).toEqual({
      info: { version: '1.0.0' },
      paths: {
        '/x': {
          get: { responses: { '200': { content: { 'text/x': { schema: { $ref: '#/y' } } } } } },
        },
      },
      components: {
        securitySchemes: { a: { flows: { f: { scopes: { 'x.read': '' } } } } },
        schemas: {
          Problem: {
            required: ['title'],
            properties: { title: { type: 'string' }, description: { enum: ['a'] } },
          },
        },
        examples: { one: { value: { title: 'kept', description: 'kept' } } },
      },
    })
  })

  it('has nothing left to strip in the stored document', () => {
    expect(stripProse(readApiPix())).toEqual(readApiPix())
  })

  it('prints what it was given', () => {
    expect(JSON.parse(printJson(readApiPix()))).toEqual(readApiPix())
  })
})
