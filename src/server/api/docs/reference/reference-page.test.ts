import { describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from '#contract/environment.ts'
import { EVENT_TYPES } from '#contract/event-types.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { MERCHANT_OPERATIONS } from '#contract/merchant-operations.ts'
import { merchantOperationsOf, OPERATIONS } from '#contract/operations.ts'
import { createDocs } from '../docs.ts'

type Document = ReturnType<typeof openApiDocument>

function documentOf(environment: (typeof ENVIRONMENTS)[number]): Document {
  return openApiDocument({ environment, apiUrl: 'https://api.store.test', version: '1.2.3' })
}

async function pageOf(document: Document): Promise<string> {
  const { docs } = await createDocs({ document, random: (length) => new Uint8Array(length) })
  const answer = await docs?.(new Request('https://api.store.test/docs'))
  return (await answer?.text()) ?? ''
}

/** The visible text of some HTML. */
function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** The markup of a section, up to the next one. */
function sectionOf(page: string, id: string): string {
  const [, after = ''] = page.split(`id="${id}"`)
  return after.split('<section')[0] ?? ''
}

const WHOLE = openApiDocument({
  environment: 'sandbox',
  apiUrl: 'https://api.store.test',
  version: '1.2.3',
  isWhole: true,
})
const document = documentOf('sandbox')
const page = await pageOf(document)

describe.each(ENVIRONMENTS)('the page of %s', async (environment) => {
  const page = await pageOf(documentOf(environment))

  it.each(merchantOperationsOf(environment))('has %s, with curl and TypeScript beside it', (id) => {
    const { method, path, summary } = OPERATIONS[id]
    const section = sectionOf(page, id)
    expect(textOf(section)).toContain(summary)
    expect(textOf(section)).toContain(`${method.toUpperCase()} ${path}`)
    const curl = textOf(section.split('data-language="curl"')[1]?.split('</figure>')[0] ?? '')
    expect(curl).toMatch(/curl (?:-X POST )?'https:\/\/api\.store\.test\/v1\//)
    const code = textOf(section.split('data-language="TypeScript"')[1]?.split('</figure>')[0] ?? '')
    expect(code).toMatch(/await (?:checkout\.[\w.]+|fetch)\(/)
  })

  it('has no other operation', () => {
    expect(page.match(/data-language="curl"/g)).toHaveLength(
      merchantOperationsOf(environment).length,
    )
  })
})

describe('the page', () => {
  it.each(EVENT_TYPES)('has %s with its body', (type) => {
    const { operationId = '' } = document.webhooks[type]?.post ?? {}
    const section = sectionOf(page, operationId)
    expect(textOf(section)).toContain(`"type": "${type}"`)
  })

  it('shows how a notification is verified', () => {
    expect(textOf(sectionOf(page, 'receiving'))).toContain(
      'await verifyWebhook(body, request.headers, secret)',
    )
  })

  it('shows each field of a body with type, constraints and description', () => {
    const section = textOf(sectionOf(page, 'createRefund')).replaceAll(/\s+/g, ' ')
    expect(section).toContain('amount integer')
    expect(section).toContain('1 to 999999999999')
    expect(textOf(sectionOf(page, 'createSession')).replaceAll(/\s+/g, ' ')).toContain(
      'merchantId string (uuid) required Id of the merchant',
    )
  })

  it('distinguishes the variants of a body', async () => {
    const section = textOf(sectionOf(await pageOf(WHOLE), 'createPayment')).replaceAll(/\s+/g, ' ')
    expect(section).toMatch(/One of these, by method card method string required Always "card"/)
    expect(section).toContain('pix method string required Always "pix"')
  })

  it('links each refusal of an operation to its advice', () => {
    const section = sectionOf(page, 'createRefund')
    for (const code of OPERATIONS.createRefund.refusals)
      expect(section).toContain(`<a href="#${code}"><code>${code}</code></a>`)
  })

  it('shows every value of the document unchanged and unmarked', () => {
    for (const { path } of Object.values(MERCHANT_OPERATIONS)) expect(textOf(page)).toContain(path)
    const prose = page.replaceAll(/<pre[^]*?<\/pre>/g, '').replaceAll(/<code[^]*?<\/code>/g, '')
    expect(textOf(prose)).not.toMatch(/\*\*|`|undefined|\[object/)
  })
})

describe('text of the document', () => {
  const HOSTILE = `<script>alert(1)</script> "quoted" 'too' & <b>bold</b> [x](javascript:alert(1)) \`<i>\` **<u>**`

  it('is escaped everywhere', async () => {
    const hostile = structuredClone(document)
    hostile.info.title = `${HOSTILE} (sandbox)`
    hostile.info.description = HOSTILE
    const session = hostile.components.schemas['Session']
    if (session?.properties) Object.assign(session.properties, { [HOSTILE]: { enum: [HOSTILE] } })
    const create = hostile.paths['/v1/sessions']?.['post']
    Object.assign(create ?? {}, { summary: HOSTILE, description: `- ${HOSTILE}` })
    Object.assign(create?.responses ?? {}, { [HOSTILE]: { description: HOSTILE } })
    const page = await pageOf(hostile)
    expect(page.match(/&lt;script&gt;alert\(1\)/g)?.length).toBeGreaterThan(8)
    expect(page).not.toMatch(/<script>|<b>bold|<i>|<u>|href="javascript/)
    expect(page.match(/<script/g)).toHaveLength(1)
  })

  it('may be recursive', async () => {
    const circular = structuredClone(document)
    const { Address, Session } = circular.components.schemas
    Object.assign(Address?.properties ?? {}, { of: { $ref: '#/components/schemas/Customer' } })
    Object.assign(Session?.properties ?? {}, { parent: { $ref: '#/components/schemas/Session' } })
    Object.assign(circular.components.schemas, { Loop: { $ref: '#/components/schemas/Loop' } })
    Object.assign(Session?.properties ?? {}, { loop: { $ref: '#/components/schemas/Loop' } })
    const text = textOf(sectionOf(await pageOf(circular), 'Session'))
    expect(text).toMatch(/of object[^]*As Customer above/)
    expect(text).toMatch(/parent object[^]*As Session above/)
    expect(text).toMatch(/loop any/)
  })
})
