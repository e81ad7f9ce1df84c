import { typeScriptLiteral } from '#domain/code-literal.ts'
import { CLIENT_CALLS, type ClientCall } from './client-calls.ts'
import type { SampleParts } from './sample-parts.ts'
import { addressOf } from './write-curl.ts'

/** A call with the published client, or with `fetch` where the client has no method. */
export function writeTypeScript(operationId: string, parts: SampleParts): string {
  const call = Object.entries(CLIENT_CALLS).find(([id]) => id === operationId)?.[1]
  return call === undefined ? writeFetch(parts) : writeClientCall(call, parts)
}

function writeClientCall(call: ClientCall, parts: SampleParts): string {
  const values = call.arguments(parts).map((value) => typeScriptLiteral(value))
  const made = `await checkout.${call.method}(${values.join(', ')})`
  return `import { CheckoutClient } from 'hosted-checkout'

const checkout = new CheckoutClient({
  apiKey: process.env['API_KEY'] ?? '',
  baseUrl: ${typeScriptLiteral(parts.baseUrl)},
})

${call.answer === undefined ? '' : `const ${call.answer} = `}${made}`
}

function writeFetch(parts: SampleParts): string {
  const { method, needsKey, headers, body } = parts
  const sent = {
    ...headers,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const lines = Object.entries(sent).map(
    ([name, value]) => `    ${typeScriptLiteral(name)}: ${typeScriptLiteral(value)},`,
  )
  if (needsKey) lines.unshift(`    'X-Api-Key': process.env['API_KEY'] ?? '',`)
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${typeScriptLiteral(method)},`]),
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${typeScriptLiteral(body, 2)}),`]),
  ]
  const init = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `const answer = await fetch(${typeScriptLiteral(addressOf(parts))}${init})

console.log(answer.status, await answer.json())`
}
