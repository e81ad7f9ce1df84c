import { LIMITS } from '#contract/limits.ts'

/** The body as text; `undefined` as soon as it exceeds the limit, so that an endless body is not buffered. */
export async function readText(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > LIMITS.bodyBytesMax) return undefined
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > LIMITS.bodyBytesMax) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
