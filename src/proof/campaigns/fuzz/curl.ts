import type { FuzzRequest } from './make-request.ts'

const BODY_MAX = 4000

/** The request as a curl command. A run with the same seed creates the same keys and ids. */
export function curlOf({ method, path, headers, body }: FuzzRequest, apiUrl: string): string {
  const isText = typeof body === 'string' && isPrintable(body)
  const parts = [
    `curl --path-as-is -i -X ${quoted(method)} ${quoted(apiUrl + path)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${cut(value)}`)}`),
    ...(body === undefined
      ? []
      : [isText ? `--data-raw ${quoted(cut(body))}` : '--data-binary @-']),
  ]
  const command = parts.join(' ')
  if (body === undefined || isText) return command
  return `printf %s ${quoted(cut(Buffer.from(body).toString('base64')))} | base64 -d | ${command}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}

function cut(text: string): string {
  return text.length > BODY_MAX ? `${text.slice(0, BODY_MAX)}…(${text.length} in all)` : text
}
