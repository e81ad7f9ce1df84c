/** A webhook request from files. */
export interface SavedRequest {
  /** Names in lower case. */
  headers: Record<string, string>
  body: Uint8Array
  /** Oddities of the files, a sentence each. */
  notes: string[]
}

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Parses a raw HTTP request: headers, an empty line, the body. Undefined without an empty line. */
export function readRequest(bytes: Uint8Array): SavedRequest | undefined {
  const end = endOfHead(bytes)
  if (end === undefined) return undefined
  const headers = readHeaders(new TextDecoder().decode(bytes.subarray(0, end)))
  return withLength(headers, bytes.subarray(end))
}

/** Cuts the body at Content-Length: editors append a line break that the request did not have. */
function withLength(headers: Record<string, string>, body: Uint8Array): SavedRequest {
  const length = lengthOf(headers) ?? body.length
  if (length === body.length) return { headers, body, notes: [] }
  const rest = new TextDecoder().decode(body.subarray(length))
  if (length < body.length && rest.trim() === '')
    return { headers, body: body.subarray(0, length), notes: [] }
  return { headers, body, notes: [lengthNote(length, body)] }
}

/** Combines headers and body from separate files. */
export function joinRequest(headerText: string, body: Uint8Array): SavedRequest {
  const headers = readHeaders(headerText)
  const length = lengthOf(headers) ?? body.length
  return { headers, body, notes: length === body.length ? [] : [lengthNote(length, body)] }
}

function lengthOf({ 'content-length': length = '' }: Record<string, string>): number | undefined {
  return /^\d{1,9}$/.test(length) ? Number(length) : undefined
}

function lengthNote(length: number, { length: bytes }: Uint8Array): string {
  return `Content-Length says ${length} bytes, the body has ${bytes}.`
}

/** Parses lines of `Name: value`, or the JSON object that a framework prints. */
function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of readObject(text) ?? readLines(text))
    headers[headerName(name)] = value.trim()
  return headers
}

function readObject(text: string): [string, string][] | undefined {
  if (!text.trim().startsWith('{')) return undefined
  try {
    const object = JSON.parse(text) as Record<string, unknown>
    return Object.entries(object).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(' ') : String(value),
    ])
  } catch {
    return undefined
  }
}

function readLines(text: string): [string, string][] {
  return text.split(/\r?\n/).flatMap((line): [string, string][] => {
    // `curl -v` begins lines with `<` or `>`.
    const [, name, value] = /^(?:[<>] )?([!#$%&'*+.^`|~\w-]+)\s*:(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value]]
  })
}

/** CGI, PHP, Python and Ruby name the header `HTTP_WEBHOOK_ID`. */
function headerName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/^http-/, '')
}

function endOfHead(bytes: Uint8Array): number | undefined {
  for (let index = 1; index < bytes.length; index++) {
    if (bytes[index] !== LINE_FEED) continue
    const before = bytes[index - 1] === CARRIAGE_RETURN ? index - 2 : index - 1
    if (bytes[before] === LINE_FEED) return index + 1
  }
  return undefined
}
