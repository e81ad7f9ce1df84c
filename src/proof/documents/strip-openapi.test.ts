import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import type { Json } from './json.ts'
import { printJson } from './print-json.ts'
import { readAdyenCheckout, readAdyenWebhooks, readApiPix } from './read-documents.ts'
import { selectPaths } from './select-paths.ts'
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

  it.each([readApiPix, readAdyenCheckout, readAdyenWebhooks])(
    'has nothing left to strip in the stored document: %o',
    (read) => {
      expect(stripProse(read())).toEqual(read())
    },
  )

  it('keeps paths that are named, what they refer to, and webhooks', () => {
    const schemas = { A: { $ref: '#/components/schemas/B' }, B: { type: 'string' }, C: {} }
    const path = { post: { requestBody: { $ref: '#/components/schemas/A' }, examples: { a: 1 } } }
    const document = {
      paths: { '/a': path, '/c': { get: { $ref: '#/components/schemas/C' } } },
      components: { schemas, securitySchemes: { key: {} }, examples: { a: {} } },
    }
    expect(selectPaths(document, ['/a'])).toEqual({
      paths: { '/a': { post: { requestBody: { $ref: '#/components/schemas/A' } } } },
      components: { schemas: { A: schemas.A, B: schemas.B }, securitySchemes: { key: {} } },
    })
  })

  it('prints what it was given', () => {
    expect(JSON.parse(printJson(readApiPix()))).toEqual(readApiPix())
  })
})
