/** A signal that aborts after a time, or with another signal: browsers lack `AbortSignal.timeout` and `any` for long. */
export function abortAfter(timeoutMs: number, other?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort()
  setTimeout(abort, timeoutMs)
  other?.addEventListener('abort', abort)
  return controller.signal
}
